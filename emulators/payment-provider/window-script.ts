// The script of the window's document. The function is sent to the browser as source text, so it cannot use
// anything from outside.

/** Connects the window's buttons to its server, and reports the result to the page around it. */
export function windowScript(): void {
  const { body } = document;
  const { pay: payAddress, key, order, attempt, description } = body.dataset;
  /** The origin of the page around the window: the shop's, which may be another one. */
  const shop = body.dataset.shop ?? location.origin;
  const problem = document.querySelector<HTMLElement>('.problem');
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')];
  const prefill: { email?: string; contact?: string } = {};
  let busy = false;
  /** The page is left to pay. */
  let leaves = false;

  // The page that sends the browser back to the shop.
  const wayBack = document.querySelector('form');
  if (wayBack) return wayBack.submit();

  /** Posts a message to the page around the window. Only a page of the shop receives it. */
  function notify(message: Record<string, unknown>): void {
    window.parent.postMessage({ from: 'test-payment', ...message }, shop);
  }

  function setBusy(pressed: HTMLButtonElement | undefined): void {
    busy = pressed !== undefined;
    for (const button of buttons) {
      // Not `disabled`: that would take the focus away.
      if (busy) button.setAttribute('aria-disabled', 'true');
      else button.removeAttribute('aria-disabled');
      button.textContent = button.dataset.label ?? button.textContent;
    }
    if (!pressed) return;
    pressed.dataset.label ??= pressed.textContent;
    pressed.textContent = 'Processing...';
  }

  async function pay(pressed: HTMLButtonElement): Promise<void> {
    if (busy || !payAddress) return;
    setBusy(pressed);
    if (problem) problem.textContent = '';
    const payment = {
      key,
      order_id: order,
      attempt,
      outcome: pressed.dataset.outcome,
      description: description || undefined,
      ...prefill,
    };
    if (leaves) {
      return notify({ kind: 'leave', fields: { ...payment, amount: body.dataset.amount } });
    }
    try {
      const response = await fetch(payAddress, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...payment, amount: Number(body.dataset.amount) }),
        signal: AbortSignal.timeout(15_000),
      });
      const result: unknown = await response.json();
      if (response.ok) return notify({ kind: 'settled', result });
      fail(refusalIn(result) ?? 'The payment could not be taken. Please try again.');
    } catch {
      fail('The payment provider did not answer. Check your connection and try again.');
    }
  }

  function fail(words: string): void {
    setBusy(undefined);
    if (problem) problem.textContent = words;
  }

  function refusalIn(result: unknown): string | undefined {
    const error = (result as { error?: { code?: string; description?: string } } | null)?.error;
    return error?.code === 'BAD_REQUEST_ERROR' ? error.description : undefined;
  }

  function close(): void {
    // Before the response arrives it is not known whether the order is paid.
    if (!busy) notify({ kind: 'dismissed' });
  }

  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || origin !== shop) return;
    const message = data as Record<'to' | 'email' | 'contact' | 'color' | 'leaves', unknown> | null;
    if (message?.to !== 'test-payment') return;
    leaves = message.leaves === true;
    buttons[0]?.focus({ preventScroll: true });
    if (typeof message.email === 'string') prefill.email = message.email.slice(0, 320);
    if (typeof message.contact === 'string') prefill.contact = message.contact.slice(0, 320);
    if (typeof message.color === 'string' && CSS.supports('color', message.color)) {
      document.documentElement.style.setProperty('--theme', message.color);
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  for (const button of buttons) {
    button.addEventListener('click', () => ('close' in button.dataset ? close() : pay(button)));
  }
  notify({ kind: 'ready' });
}
