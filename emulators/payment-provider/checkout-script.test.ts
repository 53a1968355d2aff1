import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkoutScript } from './checkout-script.ts';

/** What the script needs of an element. */
class FakeElement extends EventTarget {
  children = [];
  classList = { toggle() {} };
  contentWindow = { postMessage() {} };
  append() {}
  prepend() {}
  remove() {}
  focus() {}
  setAttribute() {}
  removeAttribute() {}
  getAttribute = () => null;
}

interface Options {
  key: string;
  order_id: string;
  modal: { ondismiss: () => void };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the payment window, and loads its page without its script. */
function openWindow() {
  const frame = new FakeElement();
  const page = Object.assign(new EventTarget(), { innerWidth: 375, innerHeight: 812 });
  const document = Object.assign(new EventTarget(), {
    currentScript: { src: 'https://shop.example/test-payments/checkout.js' },
    createElement: (name: string) => (name === 'iframe' ? frame : new FakeElement()),
    body: new FakeElement(),
    documentElement: { clientWidth: 375 },
  });
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', page);
  vi.stubGlobal('HTMLElement', FakeElement);
  checkoutScript();
  const { Razorpay } = page as unknown as { Razorpay: new (options: Options) => { open(): void } };
  const ondismiss = vi.fn<() => void>();
  new Razorpay({ key: 'rzp_test', order_id: 'order_1', modal: { ondismiss } }).open();
  frame.dispatchEvent(new Event('load'));
  /** Does what the script of the window does once it has arrived. */
  function bringScript(): void {
    const data = { from: 'test-payment', kind: 'ready' };
    const message = { source: frame.contentWindow, origin: 'https://shop.example', data };
    page.dispatchEvent(Object.assign(new Event('message'), message));
  }
  return { ondismiss, bringScript };
}

test('a window without its script closes itself 15 s after its page has loaded', () => {
  const { ondismiss } = openWindow();
  vi.advanceTimersByTime(14_999);
  expect(ondismiss).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ondismiss).toHaveBeenCalledOnce();
});

test('a window whose script arrives within 15 s stays open', () => {
  const { ondismiss, bringScript } = openWindow();
  vi.advanceTimersByTime(14_999);
  bringScript();
  vi.advanceTimersByTime(60_000);
  expect(ondismiss).not.toHaveBeenCalled();
});
