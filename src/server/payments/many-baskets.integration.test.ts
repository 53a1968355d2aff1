// One amount everywhere: the quoted amount is what the provider is asked for, what is recorded, what the orders
// page shows and what both e-mails say. Tested with a thousand baskets, in `npm test` with the first hundred.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { onDatabase } from '#support/databases/databases.ts';
import { drawsMany } from '#support/tier.ts';
import { orderOf, paymentStage, webhookEvent } from '#support/payments/payment-site.ts';
import type { Shop, Shopper } from '#support/payments/payment-site.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import type { Product } from '../../shop/catalogue/product.ts';
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

const line = ({ id, versions, chocolates }: Product): fc.Arbitrary<LineRequest> => {
  const names = (chocolates ?? []).filter(({ contact }) => !contact).map(({ value }) => value);
  return fc
    .record({
      productId: fc.constant(id),
      quantity: fc.integer({ min: 1, max: 25 }),
      ...(versions && { selectedVersion: fc.constantFrom('adult' as const, 'kids' as const) }),
    })
    .chain((bare) =>
      fc.constantFrom(bare, ...names.map((chocolate): LineRequest => ({ ...bare, chocolate }))),
    );
};

const codes = ['WELCOME10', 'special20', ' FESTIVE30 ', 'SAVE15', 'MEGA25', 'LUCKY50'];
interface Basket {
  items: LineRequest[];
  couponCode?: string;
}
const basket: fc.Arbitrary<Basket> = fc.oneof(
  fc.record(
    {
      items: fc.array(fc.oneof(...catalogue.map(line)), { minLength: 1, maxLength: 8 }),
      couponCode: fc.constantFrom(...codes),
    },
    { requiredKeys: ['items'] },
  ),
  // The codes of /prod hold for its own product only.
  fc.record({
    items: fc.array(line(catalogue.find(({ id }) => id === '7')!), { minLength: 1, maxLength: 3 }),
    couponCode: fc.constantFrom('DAIRY10', 'CHOCOLATE20', 'GIFT25'),
  }),
);

/** Buys a basket, reported alternately by the browser and by the webhook. Resolves to the order and the quoted paise. */
async function buy(shop: Shop, shopper: Shopper, each: Basket, index: number) {
  const quoted = quote(each.items, each.couponCode);
  if (!quoted.ok) throw new Error(`basket ${index}: ${quoted.field} ${quoted.message}`);
  const { amount } = quoted.quote;
  const placed = await shopper.call(
    'POST',
    '/payments/orders',
    orderOf(shopper.email, { ...each }),
  );
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
  it('each have the same amount everywhere', covers('constant-13'), async () => {
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
