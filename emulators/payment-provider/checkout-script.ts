// checkout.js: the provider's API in the shop's page. The function is sent to the browser as source text, so it
// cannot use anything from outside. It writes into the page what the live provider's script writes: two fixed
// <style> blocks, and style attributes on container, backdrop, test badge, frame and body whose values follow the
// viewport. A page whose content security policy refuses them would refuse the live ones too.

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
  /** With `redirect`: the page is left to pay, and the provider posts the result to this URL. */
  callback_url?: string;
  redirect?: boolean;
}

interface Message {
  from?: string;
  kind?: string;
  result?: PaymentResult;
  /** The payment that the page is to be left with. */
  fields?: Record<string, string>;
}

type PaymentResult = { status: 'paid'; response: unknown } | { status: 'failed'; error: unknown };

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
      const { prefill, theme, modal, redirect, callback_url } = this.#options;
      const leaves = redirect === true && callback_url !== undefined;
      const frame = makeFrame(this.#options);
      const opening = makeOpeningLine();
      const { container, backdrop, badge } = makeContainer();
      container.append(backdrop, opening, frame);

      let ready = false;
      const receive = ({ source, origin: sender, data }: MessageEvent<unknown>): void => {
        if (source !== frame.contentWindow || sender !== origin) return;
        const message = data as Message | null;
        if (message?.from !== 'test-payment') return;
        if (message.kind === 'dismissed') this.#dismiss();
        if (message.kind === 'settled' && message.result) this.#settle(message.result);
        if (message.kind === 'leave') leavePage({ ...message.fields, callback_url });
        if (message.kind !== 'ready') return;
        ready = true;
        opening.remove();
        frame.focus();
        const greeting = { to: 'test-payment', color: theme?.color, leaves };
        frame.contentWindow?.postMessage({ ...greeting, ...prefill }, origin);
      };
      // A window that cannot be loaded must not leave the shopper in front of a blank page. Its script may take as long
      // as the shop lets this one take.
      frame.addEventListener('load', () => setTimeout(() => ready || this.#dismiss(), 15_000));
      // The window itself handles keys once it has the focus.
      const handleKey = ({ key }: KeyboardEvent): void => {
        if (key === 'Escape' && modal?.escape !== false) this.#dismiss();
      };

      const before = document.activeElement;
      const updateLayout = (): void => layOut({ container, backdrop, badge, frame });
      const release = holdPage();
      updateLayout();
      window.addEventListener('resize', updateLayout);
      window.addEventListener('message', receive);
      document.addEventListener('keydown', handleKey);
      document.body.append(container);
      container.focus();
      this.#dismantle = () => {
        this.#dismantle = undefined;
        window.removeEventListener('resize', updateLayout);
        window.removeEventListener('message', receive);
        document.removeEventListener('keydown', handleKey);
        container.remove();
        release();
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

    #settle(result: PaymentResult): void {
      if (!this.#dismantle) return;
      if (result.status === 'paid') {
        this.#dismantle();
        this.#options.handler?.(result.response);
        return;
      }
      for (const listener of this.#listeners) listener({ error: result.error });
      this.#dismiss();
    }
  }

  /** Leaves the page with a form to the provider: a browser inside an app has no place for a bank's page besides. */
  function leavePage(fields: Record<string, string | undefined>): void {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = new URL('checkout', script.src).href;
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
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
    frame.className = 'razorpay-checkout-frame';
    return frame;
  }

  function makeOpeningLine(): HTMLElement {
    const line = document.createElement('p');
    line.textContent = 'Opening the test payment...';
    line.setAttribute('role', 'status');
    style(line, 'position:absolute;top:45%;width:100%;margin:0', 'text-align:center;color:#fcf6ea');
    const ring = document.createElement('span');
    style(
      ring,
      'display:block;width:24px;height:24px;margin:0 auto 12px',
      'border:3px solid;border-right-color:transparent;border-radius:50%',
      'animation:rzp-rot 1s linear infinite',
    );
    line.prepend(ring);
    return line;
  }

  function makeContainer() {
    const container = document.createElement('div');
    container.className = 'razorpay-container';
    container.setAttribute('role', 'dialog');
    container.setAttribute('aria-modal', 'true');
    container.setAttribute('aria-label', 'Test payment');
    container.tabIndex = -1;
    container.append(
      styleBlock('@keyframes rzp-rot{to{transform:rotate(360deg)}}'),
      styleBlock(
        '.razorpay-container>iframe{min-height:100%!important}' +
          '.razorpay-checkout-frame.razorpay-mobile-layout{max-width:100vw}',
      ),
    );
    const backdrop = document.createElement('div');
    backdrop.className = 'razorpay-backdrop';
    const badge = document.createElement('span');
    badge.textContent = 'Test Mode';
    // The window itself says that it is a test.
    badge.setAttribute('aria-hidden', 'true');
    backdrop.append(badge);
    return { container, backdrop, badge };
  }

  /** Lays the window over the whole page, as large as the viewport is now. */
  function layOut(parts: Record<'container' | 'backdrop' | 'badge' | 'frame', HTMLElement>): void {
    const [width, height] = [window.innerWidth, window.innerHeight];
    const isNarrow = width < 768;
    style(
      parts.container,
      'position:fixed;z-index:2147483647;top:0;left:0',
      `width:100%;height:${height}px;overflow:hidden;outline:none`,
    );
    style(
      parts.backdrop,
      'position:absolute;top:0;left:0',
      `width:100%;min-height:${height}px;background:rgb(28 6 51 / 0.8)`,
    );
    style(
      parts.badge,
      'position:absolute;padding:3px 10px;border:1px dashed #fff',
      'background:#b42318;color:#fff;text-align:center',
      // Where it covers neither the window nor a control of the page's bar.
      `${isNarrow ? 'top:1px' : 'bottom:17px'};left:50%;transform:translateX(-50%)`,
      'border-radius:99px;font-size:13px',
    );
    style(
      parts.frame,
      `position:relative;z-index:2;display:block;width:100%;height:${height}px`,
      'margin:0;border:0;background:transparent',
      // A frame is transparent only if it has the colour scheme of the page.
      'color-scheme:only light',
    );
    parts.frame.classList.toggle('razorpay-mobile-layout', isNarrow);
  }

  function style(element: HTMLElement, ...rules: string[]): void {
    element.setAttribute('style', rules.join(';'));
  }

  function styleBlock(rules: string): HTMLStyleElement {
    const block = document.createElement('style');
    block.textContent = rules;
    return block;
  }

  /**
   * Keeps the page behind from scrolling, without moving it by the scroll bar's width, and out of reach of keys and
   * screen readers. Returns a function that undoes this.
   */
  function holdPage(): () => void {
    const { body, documentElement } = document;
    const before = body.getAttribute('style');
    const scrollBar = window.innerWidth - documentElement.clientWidth;
    style(body, 'overflow:hidden', `padding-right:${scrollBar}px`);
    const reachable = [...body.children].filter(
      (each): each is HTMLElement => each instanceof HTMLElement && !each.inert,
    );
    for (const each of reachable) each.inert = true;
    return () => {
      for (const each of reachable) each.inert = false;
      if (before === null) body.removeAttribute('style');
      else body.setAttribute('style', before);
    };
  }

  Object.assign(window, { Razorpay });
}
