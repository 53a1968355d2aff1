import { beforeEach, expect, it } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { checkoutPage, now } from '#support/storefront/checkout-page.ts';
import { confirm } from './confirm-payment.ts';
import { ONE_MOMENT } from './payment.ts';
import { storePayment } from './stored-payments.ts';
import type { PendingPayment } from './stored-payments.ts';

const begun: PendingPayment = {
  orderId: 'order_1',
  userId: 'u1',
  startedAt: now().toISOString(),
  cartLines: [],
};
const made: PendingPayment = { ...begun, result: { paymentId: 'pay_1', signature: 'aa' } };

const message = (part: string) => expect.stringContaining(part) as string;
const needsAttention = message('it needs a closer look. Please do not pay again');
const signedOut = message('Please log in again so that we can confirm your payment');
const refused = message('please contact us and quote payment ID pay_1');
const stillUnconfirmed = message('Please do not pay again. Once it is confirmed, we will write');
const nothingReceived = message('No payment has reached us for your last try');

let checkout: ReturnType<typeof checkoutPage>;
let pauses: number[];

openBrowser();
beforeEach(() => {
  pauses = [];
  checkout = checkoutPage({ wait: async (ms) => void pauses.push(ms) });
});

/** Resolves to the id of the placed order, or to the message that is shown, if there is one. */
async function confirmed(payment: PendingPayment) {
  await confirm(checkout.page, payment);
  const { alert, notice } = checkout.seen.state;
  return checkout.placed[0]?.[0] ?? alert?.detail ?? notice;
}

it.each([
  [200, { orderId: 'MA-1' }, 'MA-1'],
  [200, { data: { orderId: 'MA-1' } }, 'MA-1'],
  [200, { order: 'MA-1' }, 'order_1'],
  [200, {}, 'order_1'],
  [201, { orderId: 'MA-1' }, refused],
  [204, {}, refused],
  [0, {}, stillUnconfirmed],
  [500, {}, stillUnconfirmed],
  [408, {}, stillUnconfirmed],
  [425, {}, stillUnconfirmed],
  [429, {}, stillUnconfirmed],
  [409, { code: 'payment-pending' }, stillUnconfirmed],
  [409, { code: 'payment-attention' }, needsAttention],
  [401, {}, signedOut],
  [400, { code: 'payment-signature' }, refused],
  [404, {}, refused],
])('ends the verification %i %j with %j [call-25]', async (status, body, expected) => {
  checkout.server.verify = [[status, body]];
  expect(await confirmed(made)).toEqual(expected);
});

it.each([
  [200, { status: 'pending' }, nothingReceived],
  [200, { status: 'paid', orderId: 'MA-2' }, 'MA-2'],
  [200, { status: 'attention' }, needsAttention],
  [401, {}, undefined],
  [404, {}, undefined],
])('ends the status %i %j of a begun payment with %j', async (status, body, expected) => {
  checkout.server.status = [[status, body]];
  expect(await confirmed(begun)).toEqual(expected);
  expect(new Set(checkout.server.checks.map(String))).toEqual(new Set(['status,order_1']));
});

it.each([
  [{ status: 'paid', orderId: 'MA-3' }, 'MA-3'],
  [{ status: 'attention' }, needsAttention],
  [{ status: 'pending' }, refused],
])('looks for a result of the webhook before it accepts a refusal: %j', async (body, expected) => {
  checkout.server.verify = [[400]];
  checkout.server.status = [[200, body]];
  expect(await confirmed(made)).toEqual(expected);
});

it('tries again with growing pauses until the server knows', async () => {
  checkout.server.verify = [[0], [503], [200, { orderId: 'MA-1' }]];
  checkout.page.set({ phase: 'confirming', notice: ONE_MOMENT });
  expect(await confirmed(made)).toBe('MA-1');
  expect(pauses).toEqual([1000, 2000]);
  expect(checkout.seen.states.map(({ phase }) => phase)).toContain('unconfirmed');
});

it('asks no more about a payment that has ended', async () => {
  checkout.server.verify = [[409, { code: 'payment-attention' }]];
  await confirm(checkout.page, made);
  // Another payment
  checkout.page.set({ phase: 'confirming', notice: ONE_MOMENT });
  await confirm(checkout.page, begun);
  expect(checkout.server.checks.filter(([how]) => how === 'verify')).toHaveLength(1);
});

it('asks not to pay again if it cannot go on', async () => {
  const broken = new Error('no clock');
  checkout = checkoutPage({ wait: () => Promise.reject(broken) });
  checkout.server.verify = [[0]];
  await expect(confirm(checkout.page, made)).rejects.toBe(broken);
  const text = 'We could not check your last payment.';
  const alert = { text, detail: message('Please do not pay again'), mayBePaid: true };
  expect(checkout.seen.state).toEqual({ phase: 'idle', alert });
});

it('waits five minutes for a paid payment, six seconds for a begun one, and not at all for a closed one', async () => {
  checkout.server.verify = [[0]];
  await confirm(checkout.page, made);
  expect(pauses.splice(0).map((ms) => ms / 1000)).toEqual([1, 2, 4, 8, 15, 30, 60, 60, 60, 60]);
  expect(checkout.server.checks).toHaveLength(11);
  await confirm(checkout.page, begun);
  expect(pauses.splice(0)).toEqual([1000, 2000, 3000]);
  storePayment({ ...begun, closed: true }, now());
  await checkout.resume('u1');
  expect(pauses).toEqual([]);
});
