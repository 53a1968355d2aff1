import { expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { order, purchase } from '#support/storefront/checkout-page.ts';
import { isInApp, openPaymentWindow } from './payment-window.ts';

const android = (rest: string, device = 'Linux; Android 14; SM-A546E') =>
  `Mozilla/5.0 (${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const apple = (rest: string, device = 'iPhone; CPU iPhone OS 17_6_1 like Mac OS X') =>
  `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const webView = 'Linux; Android 14; SM-A546E Build/UP1A.231005.007; wv';
const chrome = 'Chrome/130.0.6723.86 Mobile Safari/537.36';

const INSTAGRAM = android(`Version/4.0 ${chrome} Instagram 354.0.0.42.96 Android`, webView);

it.each([
  ['Instagram on Android', INSTAGRAM],
  ['Instagram on iOS', apple('Mobile/21G93 Instagram 354.0.0.29.90 (iPhone14,5; iOS 17_6_1)')],
  ['Facebook on Android', android(`${chrome} [FB_IAB/FB4A;FBAV/487.0.0.60.76;]`)],
  ['Facebook on iOS', apple('Mobile/21G93 [FBAN/FBIOS;FBAV/487.0.0.36.109;FBDV/iPhone14,5]')],
  ['Messenger', apple('Mobile/21G93 [FBAN/MessengerForiOS;FBAV/481.0.0.25.106]')],
  [
    'Opera Mini',
    'Opera/9.80 (Android; Opera Mini/76.0.2254/191.303; U; en) Presto/2.12.423 Version/12.16',
  ],
  ['Opera Mini on iOS', apple('Version/16.0 OPiOS/16.0.15 Mobile/21G93 Safari/9537.53')],
  ['UC Browser', android('Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.8.1325 Mobile Safari')],
  ['any Android WebView', android(`Version/4.0 ${chrome}`, webView)],
  ['any page in an app on an iPad', apple('Mobile/15E148', 'iPad; CPU OS 17_6 like Mac OS X')],
])('%s leaves the page to pay', (_name, userAgent) => {
  expect(isInApp(userAgent)).toBe(true);
});

it.each([
  ['Chrome on Android', android(chrome)],
  ['Samsung Internet', android(`SamsungBrowser/26.0 ${chrome}`)],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
  ['Opera on Android', android(`${chrome} OPR/85.0.0.0`)],
  ['Safari on iOS', apple('Version/17.6 Mobile/15E148 Safari/604.1')],
  ['Chrome on iOS', apple('CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1')],
  ['Safari on macOS', apple('Version/17.6 Safari/605.1.15', 'Macintosh; Intel Mac OS X 10_15_7')],
  ['Chrome on Windows', android('Chrome/130.0.0.0 Safari/537.36', 'Windows NT 10.0; Win64; x64')],
])('%s pays in the window', (_name, userAgent) => {
  expect(isInApp(userAgent)).toBe(false);
});

const browser = openBrowser();

/** Opens the window in this browser. Returns the window's options, and what reloads the page. */
async function openIn(userAgent: string) {
  const script = Object.assign(new EventTarget(), { remove: () => undefined });
  const head = { append: () => script.dispatchEvent(new Event('load')) };
  Object.assign(document, { createElement: () => script, head });
  const reload = vi.fn<() => void>();
  const seen = vi.fn<(options: object) => void>();
  vi.stubGlobal('navigator', { userAgent });
  vi.stubGlobal('location', { href: 'https://shop.example/deliveryform?x', reload });
  vi.stubGlobal('window', {
    Razorpay: class {
      constructor(options: object) {
        seen(options);
      }
      on() {}
      open() {}
    },
  });
  const events = { paid() {}, failed() {}, closed() {} };
  await openPaymentWindow(order, purchase.request.delivery, events);
  return { options: seen.mock.calls[0]![0], reload };
}

const showAgain = (persisted: boolean) =>
  browser.fire(Object.assign(new Event('pageshow'), { persisted }));

it('passes the callback inside an app, and loads the page anew if it is shown again', async () => {
  const { options, reload } = await openIn(INSTAGRAM);
  const callback_url = 'https://shop.example/payments/callback';
  expect(options).toMatchObject({ callback_url, redirect: true });
  showAgain(false);
  expect(reload).not.toHaveBeenCalled();
  showAgain(true);
  expect(reload).toHaveBeenCalledOnce();
});

it('passes no callback in a browser, where the page stays and a payment may be under way', async () => {
  const { options, reload } = await openIn(android(chrome));
  expect(options).not.toHaveProperty('callback_url');
  showAgain(true);
  expect(reload).not.toHaveBeenCalled();
});
