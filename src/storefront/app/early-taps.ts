// Part of the inline script. Keeps what is tapped or submitted before React has taken over the page, and repeats it then.

/** Whether the browser acts on the button without a script. */
function isNative(button: Element): boolean {
  return 'commandForElement' in button && button.hasAttribute('commandfor');
}

/**
 * Holds back clicks on buttons and submits of forms until the 'hydrated' event, marks what waits with `data-waiting`,
 * then repeats each once, in order. `onDone` is called when nothing is left.
 */
export function keepEarlyTaps(onDone: () => void): void {
  const waiting: HTMLElement[] = [];
  let isRepeating = false;

  function keep(event: Event): void {
    if (isRepeating) return;
    const target = event.target as HTMLElement;
    const control = event.type === 'submit' ? target : target.closest('button');
    if (!control || isNative(control)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    control.dataset['waiting'] = '';
    waiting.push(control);
  }

  async function repeat(): Promise<void> {
    // Taps that come meanwhile join the queue, so that the order is kept.
    for (const control of waiting) {
      delete control.dataset['waiting'];
      isRepeating = true;
      if (control instanceof HTMLFormElement) control.requestSubmit();
      else control.click();
      isRepeating = false;
      // React renders the change in a microtask; the next tap sees its result.
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await undefined;
    }
    removeEventListener('click', keep, true);
    removeEventListener('submit', keep, true);
    onDone();
  }

  addEventListener('click', keep, true);
  addEventListener('submit', keep, true);
  addEventListener('hydrated', () => void repeat(), { once: true });
}
