// checkout.js: the provider's contract in the shop's page. The function is sent to the browser as its own
// source text, so it may use nothing from outside itself. Styles go through the CSSOM and elements are made
// one by one, because the page's content security policy allows neither style attributes nor markup in text.

interface CheckoutOptions {
  key: string;
  order_id: string;
  amount?: number | string;
  currency?: string;
  name?: string;
  description?: string;
  prefill?: { name?: string; email?: string; contact?: string };
  theme?: { color?: string };
  handler?: (response: unknown) => void;
  modal?: { ondismiss?: () => void; escape?: boolean };
}

type Answer = { status: 'paid'; response: unknown } | { status: 'failed'; error: unknown };

/** Defines `window.Razorpay`. */
export function checkoutScript(): void {
  const script = document.currentScript as HTMLScriptElement;
  const { origin } = new URL(script.src);

  class Razorpay {
    #options: CheckoutOptions;
    #listeners: ((event: { error: unknown }) => void)[] = [];
    #dismantle: (() => void) | undefined;

    constructor(options: CheckoutOptions) {
      for (const name of ['key', 'order_id'] as const) {
        if (typeof options?.[name] !== 'string') throw new Error(`The option ${name} is missing`);
      }
      this.#options = options;
    }

    on(event: string, listener: (event: { error: unknown }) => void): void {
      if (event === 'payment.failed') this.#listeners.push(listener);
    }

    open(): void {
      if (this.#dismantle) return;
      const { prefill, theme, modal } = this.#options;
      const frame = makeFrame(this.#options);
      const opening = makeOpeningLine();
      const dialog = makeDialog();
      dialog.append(opening, frame);

      let ready = false;
      const hear = ({ source, origin: sender, data }: MessageEvent<unknown>): void => {
        if (source !== frame.contentWindow || sender !== origin) return;
        const message = data as { from?: string; kind?: string; answer?: Answer } | null;
        if (message?.from !== 'test-payment') return;
        if (message.kind === 'dismissed') this.#dismiss();
        if (message.kind === 'settled' && message.answer) this.#settle(message.answer);
        if (message.kind !== 'ready') return;
        ready = true;
        opening.remove();
        frame.focus();
        const greeting = { to: 'test-payment', color: theme?.color };
        frame.contentWindow?.postMessage({ ...greeting, ...prefill }, origin);
      };
      // A window that cannot be loaded must not leave the shopper in front of a blank page.
      frame.addEventListener('load', () => setTimeout(() => ready || this.#dismiss(), 2_000));
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        if (modal?.escape !== false) this.#dismiss();
      });
      dialog.addEventListener('close', () => this.#dismiss());

      const before = document.activeElement;
      const unlock = lockScroll();
      window.addEventListener('message', hear);
      document.body.append(dialog);
      dialog.showModal();
      // Until the window is there, Escape has to reach the dialog and not an empty frame.
      dialog.focus();
      this.#dismantle = () => {
        this.#dismantle = undefined;
        window.removeEventListener('message', hear);
        dialog.remove();
        unlock();
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      };
    }

    close(): void {
      this.#dismiss();
    }

    #dismiss(): void {
      if (!this.#dismantle) return;
      this.#dismantle();
      this.#options.modal?.ondismiss?.();
    }

    #settle(answer: Answer): void {
      if (!this.#dismantle) return;
      if (answer.status === 'paid') {
        this.#dismantle();
        this.#options.handler?.(answer.response);
        return;
      }
      for (const listener of this.#listeners) listener({ error: answer.error });
      this.#dismiss();
    }
  }

  function makeFrame(options: CheckoutOptions): HTMLIFrameElement {
    const { key, order_id, amount, name, description } = options;
    const address = new URL('window', script.src);
    for (const [field, value] of Object.entries({ key, order_id, amount, name, description })) {
      if (value !== undefined) address.searchParams.set(field, String(value));
    }
    const frame = document.createElement('iframe');
    frame.title = 'Test payment';
    frame.src = address.href;
    return css(frame, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      border: '0',
      background: 'transparent',
      // Only a frame of the page's own colour scheme lets the page shine through.
      'color-scheme': 'only light',
    });
  }

  function makeOpeningLine(): HTMLElement {
    const line = document.createElement('p');
    line.textContent = 'Opening the test payment...';
    line.setAttribute('role', 'status');
    return css(line, { margin: '45vh 1rem 0', 'text-align': 'center', color: '#fcf6ea' });
  }

  function makeDialog(): HTMLDialogElement {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Test payment');
    dialog.tabIndex = -1;
    return css(dialog, {
      position: 'fixed',
      inset: '0',
      width: '100vw',
      height: '100dvh',
      'max-width': 'none',
      'max-height': 'none',
      margin: '0',
      padding: '0',
      border: '0',
      outline: 'none',
      overflow: 'hidden',
      background: 'rgb(43 10 77 / 0.6)',
    });
  }

  function css<E extends HTMLElement>(element: E, rules: Record<string, string>): E {
    for (const [property, value] of Object.entries(rules)) {
      element.style.setProperty(property, value);
    }
    return element;
  }

  /** Stops the page behind from scrolling, without moving it by the scroll bar's width. */
  function lockScroll(): () => void {
    const { style, clientWidth } = document.documentElement;
    const before = { overflow: style.overflow, padding: style.paddingRight };
    style.paddingRight = `${window.innerWidth - clientWidth}px`;
    style.overflow = 'hidden';
    return () => {
      style.overflow = before.overflow;
      style.paddingRight = before.padding;
    };
  }

  Object.assign(window, { Razorpay });
}
