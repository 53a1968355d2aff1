// One amount everywhere: the quoted amount is what the provider is asked for, what is recorded, what the orders
// page shows and what both e-mails say. Tested with a thousand baskets, in `npm test` with ten.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { everyLine } from '#support/every-line.ts';
import { drawsMany } from '#support/tier.ts';
import { orderOf, paymentStage, webhookEvent } from '#support/payments/payment-site.ts';
import type { Shop, Shopper } from '#support/payments/payment-site.ts';
import { formatRupeesExact, toRupees } from '../../shop/money.ts';
import type { OrderPayload } from '../../shop/payloads/placed-orders.ts';
import { ORDERS_PER_PAGE } from '../../shop/payloads/placed-orders.ts';
import { quote } from '../../shop/price.ts';
import type { LineRequest } from '../../shop/price.ts';
import type { Email } from '../mail/outbox.ts';
import { writeEmail } from '../mail/write-email.ts';

const BASKETS = drawsMany ? 1_000 : 10;
const AT_ONCE = 8;

const site = paymentStage('drop');

interface Basket {
  items: LineRequest[];
  couponCode?: string;
}

/** Returns the arbitrary of baskets of these lines, with or without one of the codes. */
function basketWith(lines: readonly LineRequest[], codes: readonly string[]): fc.Arbitrary<Basket> {
  const line = fc
    .tuple(fc.constantFrom(...lines), fc.integer({ min: 1, max: 25 }))
    .map(([each, quantity]) => ({ ...each, quantity }));
  const items = fc.array(line, { minLength: 1, maxLength: 8 });
  const couponCode = fc.constantFrom(...codes);
  return fc.record({ items, couponCode }, { requiredKeys: ['items'] });
}

const basket = fc.oneof(
  basketWith(everyLine, ['WELCOME10', 'special20', ' FESTIVE30 ', 'SAVE15', 'MEGA25', 'LUCKY50']),
  // The codes of /prod hold for its own product only.
  basketWith(
    everyLine.filter(({ productId }) => productId === '7'),
    ['DAIRY10', 'CHOCOLATE20', 'GIFT25'],
  ),
);

/** Buys a basket, reported alternately by the browser and by the webhook. Resolves to the order and the quoted paise. */
async function buy(shop: Shop, shopper: Shopper, each: Basket, index: number) {
  const quoted = quote(each.items, each.couponCode);
  if (!quoted.ok) throw new Error(`basket ${index}: ${quoted.field} ${quoted.message}`);
  const { amount } = quoted.quote;
  const order = orderOf(shopper.email, { ...each });
  const placed = await shopper.call('POST', '/payments/orders', order);
  expect(placed).toMatchObject({ status: 200, body: { amount } });
  const paid = await site.standIn.pay(placed.body.id);
  if (index % 2 === 1) {
    const payment = { id: paid.razorpay_payment_id, order_id: placed.body.id, amount };
    await shop.deliver(webhookEvent('payment.captured', payment));
  }
  const verified = await shopper.call('POST', '/payments/verify', paid);
  expect(verified.status).toBe(200);
  return [verified.body.orderId as string, amount] as const;
}

/** Resolves to all orders of the shopper, read page by page. */
async function loadOrders(shopper: Shopper): Promise<OrderPayload[]> {
  const all: OrderPayload[] = [];
  for (let query = ''; ;) {
    const { body } = await shopper.call('GET', `/orders/${shopper.email}${query}`);
    all.push(...body);
    if (body.length < ORDERS_PER_PAGE) return all;
    const { _id: before } = body.at(-1);
    query = `?before=${before}`;
  }
}

onDatabase('many baskets', (open) => {
  it('each have the same amount everywhere [constant-13]', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const baskets = fc.sample(basket, { numRuns: BASKETS, seed: 20_261_121 });
    const whole = baskets.filter(({ couponCode }) => couponCode === undefined);
    expect(whole.length).toBeGreaterThan(BASKETS / 20);

    const amounts = new Map<string, number>();
    const queue = baskets.entries();
    const work = async () => {
      for (const [index, each] of queue) amounts.set(...(await buy(shop, kavya, each, index)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    expect(amounts.size).toBe(BASKETS);
    const shown = (await loadOrders(kavya)).map(({ _id: id, amountPaid }) => [id, amountPaid]);
    const expected = [...amounts].map(([id, amount]) => [id, toRupees(amount)] as const);
    expect(new Map(shown as [string, number][])).toEqual(new Map(expected));
    expect(shown).toHaveLength(BASKETS);
    const { orders } = await site.standIn.ledger();
    const atProvider = new Map(orders.map(({ id, amount }) => [id, amount]));
    for (const order of await shop.parts.db.selectFrom('shop_order').selectAll().execute()) {
      const quoted = amounts.get(order.id);
      expect([order.amount, atProvider.get(order.provider_order_id)]).toEqual([quoted, quoted]);
    }
    const mails = await shop.parts.db.selectFrom('mail').select(['kind', 'payload']).execute();
    expect(mails).toHaveLength(2 * BASKETS);
    for (const { kind, payload } of mails) {
      const facts = JSON.parse(payload);
      const paid = formatRupeesExact(amounts.get(facts.orderId) ?? NaN);
      const { html, text } = writeEmail({ kind, facts } as Email, 'https://maalai.example');
      expect(text).toContain(`Amount paid: ${paid}\n`);
      expect(html.replaceAll(/>\s+|\s+(?=<)/g, (space) => space.trim())).toContain(`>${paid}</td>`);
    }
  });
});
