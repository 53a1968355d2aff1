// One amount everywhere: the quoted amount is what the provider asks for, what is recorded, what the orders
// page shows and what both e-mails say. Tested with a thousand baskets, in `npm test` with the first hundred.
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { isLongTail } from '#support/long-tail.ts';
import { webhookEvent, orderOf, startPaymentSite } from '#support/payments/payment-site.ts';
import type { PaymentSite, Shop, Shopper } from '#support/payments/payment-site.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import { formatRupeesExact, toRupees } from '../../shop/money.ts';
import { quote } from '../../shop/price.ts';
import type { LineRequest } from '../../shop/price.ts';
import { ORDERS_PER_PAGE, OrdersResponse } from '../../shop/payloads/orders.ts';
import type { OrderPayload } from '../../shop/payloads/orders.ts';
import type { Email } from '../mail/outbox.ts';
import { writeEmail } from '../mail/write-email.ts';

type OrderEmail = Extract<Email, { kind: 'order-receipt' | 'order-notice' }>;

const BASKETS = isLongTail ? 1_000 : 100;
const AT_ONCE = 8;

let site: PaymentSite;
beforeAll(async () => {
  site = await startPaymentSite();
  await site.standIn.setFaults({ on: 'webhook', action: 'drop' });
});
afterAll(() => site.close());

const line = (product: Product): fc.Arbitrary<LineRequest> =>
  fc.record(
    {
      productId: fc.constant(product.id),
      quantity: fc.integer({ min: 1, max: 25 }),
      ...(product.versions && { selectedVersion: fc.constantFrom('adult' as const, 'kids') }),
      ...(product.chocolates && {
        chocolate: fc.constantFrom(
          ...product.chocolates.filter(({ contact }) => !contact).map(({ value }) => value),
        ),
      }),
    },
    {
      requiredKeys: [
        'productId',
        'quantity',
        ...(product.versions ? ['selectedVersion' as const] : []),
      ],
    },
  ) as fc.Arbitrary<LineRequest>;

const codes = ['WELCOME10', 'special20', ' FESTIVE30 ', 'SAVE15', 'MEGA25', 'LUCKY50'];
const basket = fc.oneof(
  fc.record({
    items: fc.array(fc.oneof(...catalogue.map(line)), { minLength: 1, maxLength: 8 }),
    couponCode: fc.option(fc.constantFrom(...codes), { nil: undefined }),
  }),
  // The codes of /prod hold for its own product only.
  fc.record({
    items: fc.array(line(catalogue.find(({ id }) => id === '7')!), { minLength: 1, maxLength: 3 }),
    couponCode: fc.constantFrom('DAIRY10', 'CHOCOLATE20', 'GIFT25'),
  }),
);
type Basket = { items: LineRequest[]; couponCode: string | undefined };

describeOnBothDatabases('many baskets', (open) => {
  it(
    'each have the same amount everywhere',
    { ...covers('constant-13'), timeout: isLongTail ? 120_000 : 30_000 },
    async () => {
      const shop = site.open(await open());
      const kavya = await shop.signUp();
      const seed = 20_261_121;
      const baskets = fc.sample(basket, { numRuns: BASKETS, seed }) as Basket[];
      expect(baskets.filter(({ couponCode }) => couponCode === undefined).length).toBeGreaterThan(
        BASKETS / 20,
      );

      const amounts = new Map<string, number>();
      const queue = baskets.entries();
      const work = async () => {
        for (const [index, each] of queue) {
          const [orderId, amount] = await buy(shop, kavya, each, index);
          amounts.set(orderId, amount);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));

      expect(amounts.size).toBe(BASKETS);
      const orders = await allOrders(kavya);
      expect(orders).toHaveLength(BASKETS);
      for (const { _id: id, amountPaid } of orders) {
        expect(amountPaid).toBe(toRupees(amounts.get(id) ?? NaN));
      }
      const asked = new Map(
        (await site.standIn.ledger()).orders.map(({ id, amount }) => [id, amount]),
      );
      const recorded = await shop.parts.db.selectFrom('shop_order').selectAll().execute();
      for (const { id, provider_order_id, amount } of recorded) {
        expect([amount, asked.get(provider_order_id)]).toEqual([amounts.get(id), amounts.get(id)]);
      }
      const mails = await shop.parts.db.selectFrom('mail').select(['kind', 'payload']).execute();
      expect(mails).toHaveLength(2 * BASKETS);
      for (const { kind, payload } of mails) {
        const email = { kind, facts: JSON.parse(payload) } as OrderEmail;
        const paid = formatRupeesExact(amounts.get(email.facts.orderId) ?? NaN);
        const { html, text } = writeEmail(email, 'https://maalai.example');
        expect(text).toContain(`Amount paid: ${paid}\n`);
        expect(html.replaceAll(/\s+/g, ' ')).toContain(`> ${paid} </td>`);
      }
    },
  );
});

/** Resolves to all orders of the shopper, read page by page. */
async function allOrders(shopper: Shopper): Promise<OrderPayload[]> {
  const all: OrderPayload[] = [];
  for (let query = ''; ;) {
    const { body } = await shopper.call('GET', `/orders/${shopper.email}${query}`);
    const page = v.parse(OrdersResponse, body);
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < ORDERS_PER_PAGE) return all;
    const { _id: before } = last;
    query = `?before=${before}`;
  }
}

/** Buys a basket, reported alternately by the browser and by the webhook. Resolves to the order and the quoted paise. */
async function buy(
  shop: Shop,
  shopper: Shopper,
  { items, couponCode }: Basket,
  index: number,
): Promise<[orderId: string, amount: number]> {
  const quoted = quote(items, couponCode);
  if (!quoted.ok) throw new Error(`basket ${index}: ${quoted.field} ${quoted.message}`);
  const { amount } = quoted.quote;
  const order = orderOf(shopper.email, { items, ...(couponCode && { couponCode }) });
  const placed = await shopper.call('POST', '/payments/orders', order);
  expect(placed).toMatchObject({ status: 200, body: { amount } });
  const paid = await site.standIn.pay(placed.body.id);
  if (index % 2 === 1) {
    const payment = { id: paid.razorpay_payment_id, order_id: placed.body.id, amount };
    await shop.deliver(webhookEvent('payment.captured', payment));
  }
  const verified = await shopper.call('POST', '/payments/verify', paid);
  expect(verified.status).toBe(200);
  return [verified.body.orderId, amount];
}
