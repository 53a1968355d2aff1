// The inline script in the head of every page. Before the first paint it restores the state that this browser
// stored, so that nothing shifts later; after it, it loads the page's scripts. Taps that come before those are kept. A
// page whose scripts do not arrive says so.
import { afterFirstPaint } from './after-first-paint.ts';
import type { FindReplacement } from './replaced-controls.ts';

const root = document.documentElement;

/** What local storage has under 'maalai.<name>' becomes the attribute `data-<name>` of <html>, for CSS. */
const stored = ['signed-in', 'offer-closed', 'still'];

function showStored(): void {
  for (const name of stored) {
    if (localStorage[`maalai.${name}`]) root.setAttribute(`data-${name}`, '');
  }
  // Only logging out writes '' under a key: this tab's drafts are deleted as well.
  addEventListener('storage', ({ newValue }) => {
    if (newValue === '') sessionStorage.clear();
  });
  // /deliveryform shows the product of Buy Now or the lines of the cart.
  const lines = JSON.parse(localStorage['cart'] ?? '[]').length;
  const ordered = sessionStorage['checkout']?.includes('product') ? 1 : lines;
  // The HTML of /cart and /deliveryform has the words for an empty cart.
  if (!ordered) root.setAttribute('data-empty', '');
  root.style.setProperty('--order-lines', ordered);
}

/** Before the second try of the scripts. */
const PAUSE_MS = 500;
/** 86 KB take 15 s over 50 kbit/s. */
const PATIENCE_MS = 20_000;

/** @param onLost called when the scripts have failed twice, or are late */
function loadScripts({ entry, modules }: DOMStringMap, onLost: () => void): void {
  for (const href of modules?.split(' ') ?? []) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
  function run(onerror: () => void): void {
    const script = document.createElement('script');
    document.head.append(Object.assign(script, { type: 'module', src: entry, onerror }));
  }
  run(() => setTimeout(run, PAUSE_MS, onLost));
  setTimeout(onLost, PATIENCE_MS);
}

// An Enter that ends a word of an input method submits and applies nothing. Safari shows it by its old code alone.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Enter' || !(event.isComposing || event.keyCode === 229)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

const { dataset } = document.currentScript as HTMLScriptElement;

try {
  showStored();
} catch {
  // Storage may be blocked: the page then looks as on a first visit
}
// Tests wait for this attribute.
const reportLoss = queueEarlyTaps(() => root.setAttribute('data-hydrated', 'true'));
// Sent by the entry if it has arrived and the screen has not.
addEventListener('lost', reportLoss);
// In development the page has the entry's script tag itself.
if (dataset['entry']) afterFirstPaint(window, () => loadScripts(dataset, reportLoss));

/**
 * Holds back clicks on buttons and submits of forms until the 'hydrated' event, marks what waits with `data-waiting`,
 * then repeats each once, in order. `onDone` is called when nothing is left. Returns a function for scripts that are
 * lost or late: it unmarks what waits and shows a line with 'Reload', until they arrive after all.
 */
function queueEarlyTaps(onDone: () => void): () => void {
  const waiting: HTMLElement[] = [];
  let line: Element | null = null;
  let isHydrated = false;
  let isRepeating = false;

  function queue(event: Event): void {
    if (isRepeating) return;
    const target = event.target as HTMLElement;
    if (target.closest('#loss button')) return location.reload();
    const control = event.type === 'submit' ? target : target.closest('button');
    if (!control) return;
    // The browser acts on such a button without a script.
    if ('commandForElement' in control && control.hasAttribute('commandfor')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!line) control.dataset['waiting'] = '';
    waiting.push(control);
  }

  function giveUp(): void {
    if (line || isHydrated) return;
    for (const control of waiting) delete control.dataset['waiting'];
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div id="loss" role="alert"><p>Part of this page has not arrived, so its buttons do not work yet. Please check your connection.</p><button type="button">Reload</button></div>',
    );
    line = document.body.lastElementChild;
  }

  async function repeat(findReplacement: FindReplacement): Promise<void> {
    isHydrated = true;
    line?.remove();
    // Taps that come meanwhile join the queue, so that the order is kept.
    for (const tapped of waiting) {
      const control = findReplacement(tapped);
      delete control.dataset['waiting'];
      isRepeating = true;
      if (control instanceof HTMLFormElement) control.requestSubmit();
      else control.click();
      isRepeating = false;
      // React renders the change in a microtask; the next tap sees its result.
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await undefined;
    }
    removeEventListener('click', queue, true);
    removeEventListener('submit', queue, true);
    onDone();
  }

  addEventListener('click', queue, true);
  addEventListener('submit', queue, true);
  const onHydrated = (event: Event) => repeat((event as CustomEvent<FindReplacement>).detail);
  addEventListener('hydrated', (event) => void onHydrated(event), { once: true });
  return giveUp;
}
