// The payment provider's window. Its script comes from the address that the server names, with the payment order or in
// the page (the payment stand-in's or the live provider's), is loaded once, and only when somebody wants to pay.
import * as v from 'valibot';
import { brand } from '../../shop/brand.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import { VerifyRequest } from '../../shop/payloads/payments.ts';
import type { PaymentOrderResponse } from '../../shop/payloads/payments.ts';

export interface PaymentWindowEvents {
  /** The window reports a payment. Undefined if the report is not valid. */
  paid(result: VerifyRequest | undefined): void;
  /** A payment failed. The window may stay open for another try, so `paid` can still follow. */
  failed(): void;
  /** The person closed the window. */
  closed(): void;
}

declare global {
  interface Window {
    Razorpay?: new (options: object) => {
      on(event: 'payment.failed', listener: () => void): void;
      open(): void;
    };
  }
}

/** Apps that show pages themselves, and browsers whose pages are drawn elsewhere; any Android WebView. */
const IN_APP = /Instagram|FBA[NV]|FB_IAB|Opera Mini|OPiOS|UCBrowser|UCWEB|; wv\)/;
/** Safari names itself; a page inside another app of an iPhone or iPad does not. */
const IN_IOS_APP = /\((?:iPhone|iPad|iPod)\b(?!.*Safari\/)/;

/** Returns whether the payment window does not work in this browser: no bank's page opens beside it, or no frame. */
export function isInApp(userAgent: string): boolean {
  return IN_APP.test(userAgent) || IN_IOS_APP.test(userAgent);
}

/**
 * Opens the window over the page. Rejects if it cannot be opened; all else comes as events.
 * @param leaves the page is left to pay, and the provider sends the browser back to /payments/callback: there is no event
 */
export async function openPaymentWindow(
  order: PaymentOrderResponse,
  payer: DeliveryDetails,
  events: PaymentWindowEvents,
  leaves = isInApp(navigator.userAgent),
): Promise<void> {
  // The shop's server writes its own into the document of the payment page (server/web/pages.ts).
  const own = document.documentElement.dataset;
  await loadScript(order.script ?? own['paymentScript'] ?? '');
  if (!window.Razorpay) throw new Error('The payment window is missing from its script');
  const paymentWindow = new window.Razorpay({
    key: order.key ?? own['paymentKey'],
    amount: order.amount,
    currency: order.currency,
    name: order.name ?? brand.name,
    description: 'Product Purchase',
    order_id: order.id,
    prefill: {
      name: payer.customerName,
      email: payer.email,
      contact: `+91${payer.phoneNumber}`,
    },
    theme: { color: brand.themeColor },
    handler(response: unknown) {
      const result = v.safeParse(VerifyRequest, response);
      events.paid(result.success ? result.output : undefined);
    },
    modal: { ondismiss: () => events.closed() },
    // Both or neither: with the address alone, the script chooses by a list of its own.
    ...(leaves && {
      callback_url: new URL('/payments/callback', location.href).href,
      redirect: true,
    }),
  });
  paymentWindow.on('payment.failed', () => events.failed());
  paymentWindow.open();
  // Back from the provider's page, a browser may show this one as it was left, under the window.
  if (leaves) addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

const TIME_LIMIT_MS = 15_000;
const loading = new Map<string, Promise<void>>();

function loadScript(address: string): Promise<void> {
  const before = loading.get(address);
  if (before) return before;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = () =>
      reject(new Error(`The payment window's script did not load from ${address}`));
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', fail);
    setTimeout(fail, TIME_LIMIT_MS);
  });
  loading.set(address, loaded);
  loaded.catch(() => {
    // The next payment tries again.
    script.remove();
    loading.delete(address);
  });
  script.src = address;
  document.head.append(script);
  return loaded;
}
