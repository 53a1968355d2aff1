// Webhooks through the real app: those of the payment stand-in over HTTP, and made-up ones that it never sends.
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { eventOf, orderOf } from '#support/payments/payment-site.ts';
import type { Shop } from '#support/payments/payment-site.ts';
import { paymentStage } from '#support/payments/payment-stage.ts';
import { limitRules } from '../web/limit-rules.ts';
import { createLimits } from '../platform/http/limits.ts';
import { webhookSignature } from './razorpay.ts';

/** A busy machine delivers late. */
const patiently = { timeout: 10_000 };

const site = paymentStage();

async function written({ parts: { db } }: Shop) {
  const [attempt, orders, mails, events] = await Promise.all([
    db.selectFrom('payment_attempt').select(['state', 'reason']).executeTakeFirst(),
    db.selectFrom('shop_order').selectAll().execute(),
    db.selectFrom('mail').select('kind').orderBy('kind').execute(),
    db.selectFrom('provider_event').select(['event_id', 'kind']).orderBy('kind').execute(),
  ]);
  return { state: attempt?.state, orders, mails: mails.map(({ kind }) => kind), events };
}

const nothing = { orders: [], mails: [], events: [] };
const bothEmails = ['order-notice', 'order-receipt'];

describeOnBothDatabases('POST /payments/webhook', (open) => {
  async function begin() {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const { body } = await kavya.call('POST', '/payments/orders', orderOf(kavya.email));
    return { shop, kavya, id: body.id as string };
  }

  it(
    'records the order of a shopper who closed the tab after paying',
    covers('api-15'),
    async () => {
      const { shop, id } = await begin();
      const paid = await site.standIn.pay(id);
      await expect.poll(async () => (await written(shop)).events.length, patiently).toBe(3);
      const { state, orders, mails, events } = await written(shop);
      expect(state).toBe('paid');
      expect(orders).toMatchObject([{ provider_payment_id: paid.razorpay_payment_id }]);
      expect(mails).toEqual(bothEmails);
      expect(events.map(({ kind }) => kind)).toEqual([
        'order.paid',
        'payment.authorized',
        'payment.captured',
      ]);
      expect(shop.kicks()).toBeGreaterThan(0);
    },
  );

  it('records one order from ten copies of each event, in reverse order', async () => {
    const { shop, id } = await begin();
    const payment = { id: 'pay_1', order_id: id };
    const failed = eventOf('payment.failed', { ...payment, status: 'failed' });
    const authorized = eventOf('payment.authorized', { ...payment, status: 'authorized' });
    const captured = eventOf('payment.captured', payment);
    const paid = eventOf('order.paid', payment);
    const deliveries = [paid, captured, authorized, failed].flatMap((event, kind) =>
      Array.from({ length: 10 }, (_, copy) =>
        shop.deliver(event, { id: `evt_${kind}_${copy % 2}` }),
      ),
    );
    for (const { status } of await Promise.all(deliveries)) expect(status).toBe(200);
    const { state, orders, mails, events } = await written(shop);
    expect(state).toBe('paid');
    expect(orders).toHaveLength(1);
    expect(mails).toEqual(bothEmails);
    expect(events).toHaveLength(8);
  });

  it('acts on an event once: a redelivery is only acknowledged', async () => {
    const { shop, id } = await begin();
    const event = eventOf('payment.captured', { id: 'pay_1', order_id: id });
    for (let times = 0; times < 3; times += 1) {
      expect((await shop.deliver(event, { id: 'evt_1' })).status).toBe(200);
    }
    expect(shop.log().filter(({ msg }) => msg === 'webhook: settled')).toHaveLength(1);
  });

  it('changes nothing for a failure, and accepts the same payment when it is captured later', async () => {
    const { shop, id } = await begin();
    const payment = { id: 'pay_1', order_id: id };
    await shop.deliver(eventOf('payment.failed', { ...payment, status: 'failed' }));
    expect(await written(shop)).toMatchObject({ state: 'paying', orders: [], mails: [] });
    await shop.deliver(eventOf('payment.authorized', { ...payment, status: 'authorized' }));
    expect(await written(shop)).toMatchObject({ state: 'paying', orders: [], mails: [] });
    await shop.deliver(eventOf('payment.captured', payment));
    expect(await written(shop)).toMatchObject({ state: 'paid', mails: bothEmails });
  });

  it('refuses a wrong signature before reading the payload', covers('api-16'), async () => {
    const { shop, id } = await begin();
    const event = eventOf('payment.captured', { id: 'pay_1', order_id: id });
    const text = JSON.stringify(event);
    const right = webhookSignature(Buffer.from(text), shop.parts.payment.webhookSecrets[0] ?? '');
    const withKeySecret = webhookSignature(Buffer.from(text), shop.parts.payment.keySecret);
    const wrong = ['', 'f'.repeat(64), right.slice(1), right.toUpperCase(), withKeySecret];
    for (const signature of wrong) {
      const { status, headers } = await shop.deliver(event, { signature });
      expect({ signature, status }).toEqual({ signature, status: 400 });
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
    // The right signature with the same event formatted differently, and with one paisa less.
    const respelt = JSON.stringify(event, null, 1);
    expect((await shop.deliver(respelt, { signature: right })).status).toBe(400);
    const cheaper = text.replace('99900', '99899');
    expect((await shop.deliver(cheaper, { signature: right })).status).toBe(400);
    expect((await shop.deliver('{', { signature: right })).status).toBe(400);
    expect(await written(shop)).toMatchObject(nothing);
    await shop.deliver(event, { id: 'kavya@shopper.example'.repeat(500), signature: 'forged' });
    expect(shop.log().filter(({ level }) => level === 'warn')).toHaveLength(wrong.length + 4);
    expect(JSON.stringify(shop.log())).not.toContain('kavya@shopper');
    // None of them used up the event's id.
    expect((await shop.deliver(event, { signature: right })).status).toBe(200);
    expect((await written(shop)).orders).toHaveLength(1);
  });

  it('accepts both secrets during a rotation', async () => {
    const [old = ''] = site.standIn.config.webhookSecrets;
    const payment = { ...site.standIn.config, webhookSecrets: ['a-new-secret', old] };
    const shop = site.open(await open(), { payment });
    const kavya = await shop.signUp();
    const place = async () =>
      (await kavya.call('POST', '/payments/orders', orderOf(kavya.email))).body.id as string;
    const orders = async () => (await written(shop)).orders.length;
    await site.standIn.pay(await place());
    await expect.poll(orders, patiently).toBe(1);
    await site.standIn.rotateWebhookSecret('a-new-secret');
    await site.standIn.pay(await place());
    await expect.poll(orders, patiently).toBe(2);
    const event = JSON.stringify(eventOf('payment.captured', {}));
    const signature = webhookSignature(Buffer.from(event), 'an-older-secret');
    expect((await shop.deliver(event, { signature })).status).toBe(400);
  });

  it('makes no order from a captured payment of another amount, and notifies the shop', async () => {
    const { shop, id } = await begin();
    const payment = { id: 'pay_1', order_id: id, amount: 100 };
    for (const event of ['payment.captured', 'order.paid']) {
      expect((await shop.deliver(eventOf(event, payment))).status).toBe(200);
    }
    const { state, orders, mails } = await written(shop);
    expect({ state, orders, mails }).toEqual({
      state: 'needs_attention',
      orders: [],
      mails: ['payment-attention'],
    });
  });

  it('accepts and logs an unreadable event, and accepts one on which it does nothing', async () => {
    const { shop, id } = await begin();
    const captured = (payment: object) =>
      eventOf('payment.captured', { id: 'pay_1', order_id: id, ...payment });
    const unreadable = [
      { event: 'payment.captured', payload: { payment: {} } },
      ...[0, -1, -99_900, 0.5, 2 ** 53, '99900', null].map((amount) => captured({ amount })),
      captured({ id: 'pay\0' }),
      captured({ id: 'p'.repeat(101) }),
      captured({ order_id: 'order\0' }),
      captured({ currency: 'rupees' }),
      captured({ created_at: 1e300 }),
      { event: 'refund.processed', payload: { refund: { entity: { id: 'rfnd_1', amount: 0 } } } },
      { event: 'payment.dispute.created', payload: {} },
      { event: 'settlement\0processed' },
      {},
      '[]',
      '',
    ];
    for (const [at, event] of [...unreadable, { event: 'settlement.processed' }].entries()) {
      const delivered = await shop.deliver(event, { id: `evt_${at}` });
      expect({ event, ...delivered }).toMatchObject({ status: 200 });
    }
    const { state, orders, mails } = await written(shop);
    expect({ state, orders, mails }).toEqual({ state: 'paying', orders: [], mails: [] });
    const logged = shop.log().filter(({ msg }) => msg === 'webhook: unreadable');
    expect(logged).toHaveLength(unreadable.length);
  });

  it('flags a payment for an unknown order once, with one e-mail', async () => {
    const { shop } = await begin();
    const unknown = { id: 'pay_1', order_id: 'order_after_the_backup', amount: 79_900 };
    const withoutOrder = { id: 'pay_2', order_id: null };
    for (const payment of [unknown, unknown, withoutOrder]) {
      expect((await shop.deliver(eventOf('payment.captured', payment))).status).toBe(200);
    }
    // No money has come in.
    await shop.deliver(eventOf('payment.failed', { ...unknown, id: 'pay_3', status: 'failed' }));
    const { state, orders, mails } = await written(shop);
    const flags = ['payment-attention', 'payment-attention'];
    expect({ state, orders, mails }).toEqual({ state: 'paying', orders: [], mails: flags });
    const first = await shop.parts.db
      .selectFrom('mail')
      .select('payload')
      .where('dedupe_key', '=', 'payment:pay_1:attention')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(first.payload)).toEqual({
      reason: expect.stringContaining('for a payment order that the shop does not know'),
      noticedAt: expect.any(String),
      paymentId: 'pay_1',
      providerOrderId: 'order_after_the_backup',
      paid: 79_900,
      paidCurrency: 'INR',
    });
    const logged = shop.log().filter(({ msg }) => msg === 'webhook: not an order of this shop');
    expect(logged.map(({ level }) => level)).toEqual(['error', 'error', 'error', 'error']);
    const surplus = shop.parts.db.selectFrom('surplus_payment').selectAll().orderBy('payment_id');
    expect(await surplus.execute()).toMatchObject([
      { payment_id: 'pay_1', attempt_id: null, amount: 79_900, state: 'flagged' },
      { payment_id: 'pay_2', attempt_id: null, amount: 99_900, state: 'flagged' },
    ]);
    const whole = refundOf(unknown.order_id, 'processed', { status: 'refunded' });
    expect((await shop.deliver(whole)).status).toBe(200);
    expect(await surplus.execute()).toMatchObject([
      { payment_id: 'pay_1', state: 'refunded', refund_id: 'rfnd_1' },
      { payment_id: 'pay_2', state: 'flagged' },
    ]);
    const recorded = shop.log().filter(({ msg }) => msg === 'refund: recorded');
    expect(recorded).toMatchObject([{ outcome: 'unknown' }]);
  });

  const refundOf = (id: string, status: string, payment: Record<string, unknown>) => {
    const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 99_900, status };
    const kind = status === 'pending' ? 'created' : status;
    const event = eventOf(`refund.${kind}`, { id: 'pay_1', order_id: id, ...payment }) as {
      payload: object;
    };
    return { ...event, payload: { ...event.payload, refund: { entity: refund } } };
  };

  it('records a refund from the provider’s dashboard: the order stays, the shopper is notified once', async () => {
    const { shop, kavya, id } = await begin();
    const { razorpay_payment_id: payment } = await site.standIn.pay(id);
    await expect.poll(async () => (await written(shop)).events.length, patiently).toBe(3);
    const whole = { amount: 99_900, idempotencyKey: 'the-dashboard' };
    await shop.parts.provider.refundPayment(payment, whole);
    await expect.poll(async () => (await written(shop)).events.length, patiently).toBe(5);
    const { state, orders, mails } = await written(shop);
    expect({ state, orders: orders.length, mails }).toEqual({
      state: 'refunded',
      orders: 1,
      mails: [...bothEmails, 'payment-refund'],
    });
    const recorded = shop.log().filter(({ msg }) => msg === 'refund: recorded');
    expect(recorded[0]).toMatchObject({ outcome: 'refunded', fresh: true });
    const verified = await kavya.call('GET', `/payments/orders/${id}`);
    expect(verified.body).toEqual({ status: 'paid', orderId: orders[0]?.id });
  });

  it('makes no order from a payment whose refund was reported first', async () => {
    const { shop, id } = await begin();
    await shop.deliver(refundOf(id, 'processed', { status: 'refunded' }));
    await shop.deliver(eventOf('payment.captured', { id: 'pay_1', order_id: id }));
    expect(await written(shop)).toMatchObject({
      state: 'paying',
      orders: [],
      mails: ['payment-refund'],
    });
    // Another payment of the same order is still accepted.
    await shop.deliver(eventOf('payment.captured', { id: 'pay_2', order_id: id }));
    expect(await written(shop)).toMatchObject({
      state: 'paid',
      mails: [...bothEmails, 'payment-refund'],
    });
  });

  it('changes nothing for a pending refund, and notifies the shop of one that failed', async () => {
    const { shop, id } = await begin();
    await shop.deliver(eventOf('payment.captured', { id: 'pay_1', order_id: id }));
    await shop.deliver(refundOf(id, 'pending', { status: 'refunded' }));
    expect(await written(shop)).toMatchObject({ state: 'paid', mails: bothEmails });
    for (let times = 0; times < 2; times += 1) {
      await shop.deliver(refundOf(id, 'failed', { status: 'captured' }));
    }
    const { state, mails } = await written(shop);
    expect({ state, mails }).toEqual({
      state: 'paid',
      mails: [...bothEmails, 'payment-attention'],
    });
    const { payload } = await shop.parts.db
      .selectFrom('mail')
      .select('payload')
      .where('kind', '=', 'payment-attention')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(payload).reason).toBe(
      'The refund rfnd_1 of ₹999.00 failed: the money is still with the shop.',
    );
  });

  it('notifies the shopper once of each partial refund, and at the end of the rest', async () => {
    const { shop, id } = await begin();
    await shop.deliver(eventOf('payment.captured', { id: 'pay_1', order_id: id }));
    const part = (refund: string, amount: number, status = 'captured') => ({
      ...eventOf('refund.processed', {}),
      payload: {
        payment: {
          entity: { id: 'pay_1', order_id: id, amount: 99_900, currency: 'INR', status },
        },
        refund: { entity: { id: refund, payment_id: 'pay_1', amount, status: 'processed' } },
      },
    });
    const parts = [part('rfnd_1', 10_000), part('rfnd_2', 20_000)];
    for (const event of [...parts, ...parts]) await shop.deliver(event);
    expect(await written(shop)).toMatchObject({ state: 'paid', orders: [{}] });
    await shop.deliver(part('rfnd_3', 69_900, 'refunded'));
    // A partial refund of a payment that does not belong to the shop.
    const foreign = part('rfnd_9', 10_000);
    const payment = { entity: { ...foreign.payload.payment.entity, order_id: 'order_9' } };
    const delivered = await shop.deliver({ ...foreign, payload: { ...foreign.payload, payment } });
    expect(delivered.status).toBe(200);
    // The event of a part that comes after that of the whole.
    await shop.deliver(part('rfnd_0', 5_000));
    expect((await written(shop)).state).toBe('refunded');
    const emails = await shop.parts.db
      .selectFrom('mail')
      .select(['dedupe_key', 'payload', 'recipient'])
      .where('kind', '=', 'payment-refund')
      .orderBy('dedupe_key')
      .execute();
    const payloads = emails.map(({ payload }) => JSON.parse(payload));
    expect(
      payloads.map(({ refundId, amount, isPartial }) => [refundId, amount, isPartial]),
    ).toEqual([
      ['rfnd_3', 69_900, undefined],
      ['rfnd_1', 10_000, true],
      ['rfnd_2', 20_000, true],
    ]);
    expect(new Set(emails.map(({ recipient }) => recipient)).size).toBe(1);
  });

  it('records a partial refund that is reported before its payment: both belong to the order', async () => {
    const { shop, kavya, id } = await begin();
    const payment = { entity: { id: 'pay_1', order_id: id, amount: 99_900, currency: 'INR' } };
    const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 10_000, status: 'processed' };
    const captured = { entity: { ...payment.entity, status: 'captured' } };
    await shop.deliver({
      ...eventOf('refund.processed', {}),
      payload: { payment: captured, refund: { entity: refund } },
    });
    await shop.deliver(eventOf('payment.captured', { id: 'pay_1', order_id: id }));
    expect(await written(shop)).toMatchObject({
      state: 'paid',
      orders: [{}],
      mails: [...bothEmails, 'payment-refund'],
    });
    const { body } = await kavya.call('GET', `/orders/${kavya.email}`);
    expect(body).toMatchObject([{ status: 'Paid', events: [{ type: 'refunded', amount: 100 }] }]);
  });

  it('notifies the shop of each step of a dispute, once', async () => {
    const { shop, id } = await begin();
    await shop.deliver(eventOf('payment.captured', { id: 'pay_1', order_id: id }));
    const dispute = { id: 'disp_1', payment_id: 'pay_1', amount: 50_000, currency: 'INR' };
    const step = (kind: string, more: object = {}) => {
      const event = eventOf(`payment.dispute.${kind}`, { id: 'pay_1', order_id: id }) as {
        payload: object;
      };
      const entity = { ...dispute, ...more };
      return { ...event, payload: { ...event.payload, dispute: { entity } } };
    };
    const created = step('created', { respond_by: Date.UTC(2026, 10, 30) / 1_000 });
    for (const event of [created, created, step('action_required'), step('won')]) {
      expect((await shop.deliver(event)).status).toBe(200);
    }
    expect(await written(shop)).toMatchObject({ state: 'paid', orders: [{}] });
    const emails = await shop.parts.db
      .selectFrom('mail')
      .select(['dedupe_key', 'payload', 'recipient'])
      .where('kind', '=', 'payment-attention')
      .orderBy('dedupe_key')
      .execute();
    expect(emails.map(({ recipient }) => recipient)).toEqual(['shop', 'shop', 'shop']);
    const [{ id: orderId = '' } = {}] = (await written(shop)).orders;
    expect(JSON.parse(emails[0]?.payload ?? '')).toMatchObject({
      orderId,
      isDisputed: true,
      expected: 99_900,
      paid: 99_900,
      snapshot: { delivery: { customerName: 'Kavya Raman' } },
    });
    // A dispute of a payment that does not belong to the shop.
    const unknown = { ...dispute, id: 'disp_2' };
    const event = eventOf('payment.dispute.created', { id: 'pay_9', order_id: 'order_9' }) as {
      payload: object;
    };
    const foreign = { ...event, payload: { ...event.payload, dispute: { entity: unknown } } };
    expect((await shop.deliver(foreign)).status).toBe(200);
    const ofNobody = await shop.parts.db
      .selectFrom('mail')
      .select('payload')
      .where('dedupe_key', '=', 'dispute:disp_2:payment.dispute.created')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(ofNobody.payload)).not.toHaveProperty('orderId');
    expect(emails.map(({ payload }) => JSON.parse(payload).reason)).toEqual([
      'The customer’s bank disputes ₹500.00 of this payment (disp_1, action required).',
      'The customer’s bank disputes ₹500.00 of this payment (disp_1, created). Answer by 30 November 2026 at 5:30 am IST.',
      'The customer’s bank disputes ₹500.00 of this payment (disp_1, won).',
    ]);
  });

  it('accepts a signed event with an invalid id, and does not keep the id', async () => {
    const { shop, id } = await begin();
    const event = eventOf('payment.captured', { id: 'pay_1', order_id: id });
    for (const odd of ['x'.repeat(5_000), 'a@b.example']) {
      expect((await shop.deliver(event, { id: odd })).status).toBe(200);
    }
    expect(await written(shop)).toMatchObject({ state: 'paid', mails: bothEmails, events: [] });
  });

  it('remembers an event only after acting on it: a crash in between loses nothing', async () => {
    const { shop, id } = await begin();
    const event = eventOf('payment.captured', { id: 'pay_1', order_id: id });
    const { db } = shop.parts;
    const rename = (from: string, to: string) =>
      db.schema.alterTable('provider_event').renameColumn(from, to).execute();
    // The database fails after the order, where the event would be remembered.
    await rename('received_at', 'gone');
    expect((await shop.deliver(event, { id: 'evt_1' })).status).toBeGreaterThanOrEqual(500);
    expect(await written(shop)).toMatchObject({ state: 'paid', mails: bothEmails, events: [] });
    await rename('gone', 'received_at');
    expect((await shop.deliver(event, { id: 'evt_1' })).status).toBe(200);
    expect(await written(shop)).toMatchObject({
      state: 'paid',
      mails: bothEmails,
      events: [{ event_id: 'evt_1', kind: 'payment.captured' }],
    });
  });

  it('returns 503 while the database is down, so that the event is sent again', async () => {
    const database = await open();
    const shop = site.open(database);
    const db = database.db.withPlugin({
      transformQuery: () => {
        throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      },
      transformResult: async ({ result }) => result,
    });
    const away = site.open({ ...database, db });
    const event = eventOf('payment.captured', { id: 'pay_1', order_id: 'order_1' });
    const { status, headers } = await away.deliver(event, { id: 'evt_1' });
    expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
    expect((await shop.deliver(event, { id: 'evt_1' })).status).toBe(200);
  });

  it('returns 413 for a body that is too large', async () => {
    const shop = site.open(await open());
    const { status } = await shop.deliver('x'.repeat(256 * 1024 + 1));
    expect(status).toBe(413);
  });

  it('is not limited by the number of requests from one address', async () => {
    const limits = createLimits({
      ...limitRules,
      write: [{ by: 'address', points: 1, seconds: 60 }],
    });
    const shop = site.open(await open(), { limits });
    const event = eventOf('payment.captured', { id: 'pay_1', order_id: 'order_unknown' });
    const forged = await shop.deliver(event, { signature: 'f'.repeat(64) });
    const signed = await Promise.all(Array.from({ length: 20 }, () => shop.deliver(event)));
    expect(forged.status).toBe(400);
    expect(new Set(signed.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
