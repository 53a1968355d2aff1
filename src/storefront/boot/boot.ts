// Stands in the head of every page and runs before anything is drawn. It brings back what this browser remembers,
// so that nothing jumps later, and fetches the page's code once the page can be seen.
import { afterFirstPaint } from './after-first-paint.ts';

/** Keys of local storage that become attributes of <html>, for the styles. */
const remembered = {
  'maalai.signed-in': 'data-signed-in',
  'maalai.offer-closed': 'data-offer-closed',
  'maalai.still': 'data-still',
  'maalai.payments': 'data-payment-pending',
};

function remember(): void {
  for (const [key, attribute] of Object.entries(remembered)) {
    if (localStorage.getItem(key)) document.documentElement.setAttribute(attribute, '');
  }
  // Only logging out writes nothing under a key: what was typed in this tab goes as well.
  addEventListener('storage', ({ newValue }) => {
    if (newValue === '') sessionStorage.clear();
  });
}

function loadScripts({ entry, modules }: DOMStringMap): void {
  for (const href of modules?.split(' ') ?? []) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
  const script = document.createElement('script');
  document.head.append(Object.assign(script, { type: 'module', src: entry }));
}

const { dataset } = document.currentScript as HTMLScriptElement;

try {
  remember();
} catch {
  // Storage may be forbidden: the page then looks as on a first visit
}
// In development the entry stands in the page itself.
if (dataset['entry']) afterFirstPaint(window, () => loadScripts(dataset));
