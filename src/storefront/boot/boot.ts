// The inline script in the head of every page. Before the first paint it restores the state that this browser
// stored, so that nothing shifts later; after it, it loads the page's scripts. Taps that come before those are kept.
import { afterFirstPaint } from './after-first-paint.ts';
import { keepEarlyTaps } from './early-taps.ts';

/** Keys of local storage that become attributes of <html>, for CSS. */
const remembered = {
  'maalai.signed-in': 'data-signed-in',
  'maalai.offer-closed': 'data-offer-closed',
  'maalai.still': 'data-still',
};

function remember(): void {
  for (const [key, attribute] of Object.entries(remembered)) {
    if (localStorage.getItem(key)) document.documentElement.setAttribute(attribute, '');
  }
  // Only logging out writes '' under a key: this tab's drafts are deleted as well.
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
  // Storage may be blocked: the page then looks as on a first visit
}
// Tests wait for this sign.
keepEarlyTaps(() => document.documentElement.setAttribute('data-hydrated', 'true'));
// In development the page has the entry's script tag itself.
if (dataset['entry']) afterFirstPaint(window, () => loadScripts(dataset));
