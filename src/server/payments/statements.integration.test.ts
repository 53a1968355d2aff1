// What an order costs the database: the statements from the tap on Place Order to its two e-mails.
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth } from '#support/databases/databases.ts';
import { orderOf, paymentStage, webhookEvent } from '#support/payments/payment-site.ts';
import { mailStage } from '#support/server/mail-stage.ts';
import type { Schema } from '../platform/database/schema.ts';

const site = paymentStage('drop');

/** Returns the database; `count` returns how many statements were run through it since the last time, with `begin` and `commit`. */
function watch(db: Kysely<Schema>) {
  let statements = 0;
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      statements += 1;
      return Promise.resolve(result);
    },
  });
  const begin = watched.transaction.bind(watched);
  watched.transaction = () => {
    statements += 2;
    return begin();
  };
  const count = () => {
    const counted = statements;
    statements = 0;
    return counted;
  };
  return { db: watched, count };
}

onBoth('an order', (open, kind) => {
  const stage = mailStage(kind);

  it('with three webhooks and two e-mails costs few statements', async () => {
    const database = await open();
    // The stand-in's payments have the time of the system.
    stage.time.now = Date.now();
    const { db, count } = watch(database.db);
    const worker = stage.start(db);
    await worker.kick();
    let sent: Promise<unknown> = Promise.resolve();
    const mailer = { kick: () => (sent = worker.kick()) };
    const shop = site.open({ db, kind: database.kind }, { mailer, clock: stage.clock });
    const kavya = await shop.signUp();
    count();

    const key = { 'idempotency-key': 'an-order' };
    const placed = await kavya.call('POST', '/payments/orders', orderOf(kavya.email), key);
    const counts: Record<string, number> = { place: count() };
    const paid = await site.standIn.pay(placed.body.id);
    const { id: order_id, amount } = placed.body;
    const deliver = async (name: string, status: string) => {
      const payment = { id: paid.razorpay_payment_id, order_id, amount, status };
      expect((await shop.deliver(webhookEvent(name, payment))).status).toBe(200);
      counts[name] = count();
    };
    await deliver('payment.authorized', 'authorized');
    expect((await kavya.call('POST', '/payments/verify', paid)).status).toBe(200);
    await sent;
    counts['verify and e-mails'] = count();
    await deliver('payment.captured', 'captured');
    await deliver('order.paid', 'captured');

    expect(stage.postOffice.received).toHaveLength(2);
    expect(counts).toEqual({
      place: 9,
      'payment.authorized': 3,
      'verify and e-mails': 16,
      'payment.captured': 2,
      'order.paid': 2,
    });
  });
});
