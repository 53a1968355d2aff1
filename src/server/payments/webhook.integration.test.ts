// Webhooks through the real app: those of the payment stand-in over HTTP, and made-up ones that it never sends.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { bothEmails, readEmails } from '#support/payments/begin-attempt.ts';
import { paymentStage, webhookEvent } from '#support/payments/payment-site.ts';
import { webhookSignature } from './razorpay.ts';

/** A busy machine delivers late. */
const patiently = { timeout: 10_000 };

const site = paymentStage();

onDatabase('POST /payments/webhook', (open) => {
  /** Opens a shop with one attempt. `send` delivers an event about its payment pay_1. */
  async function begin() {
    const begun = await site.begin(await open());
    const { shop, id } = begun;
    const captured = webhookEvent('payment.captured', { id: 'pay_1', order_id: id });
    const send = async (event: object, eventId?: string) =>
      expect(await shop.deliver(event, eventId ? { id: eventId } : {})).toMatchObject({
        status: 200,
      });
    const { db } = shop.parts;
    const written = async () => {
      const events = db.selectFrom('provider_event').select(['event_id', 'kind']).orderBy('kind');
      return { ...(await begun.written()), events: await events.execute() };
    };
    return { ...begun, db, captured, send, written };
  }

  /** Returns the event of a refund of pay_1; by default of all its money. */
  function refundEvent(
    order_id: string,
    status: string,
    payment: { status: string },
    { id = 'rfnd_1', amount = 99_900 } = {},
  ) {
    const refund = { id, payment_id: 'pay_1', amount, status };
    const event = `refund.${status === 'pending' ? 'created' : status}`;
    return webhookEvent(event, { id: 'pay_1', order_id, ...payment }, { refund });
  }

  it('records the order if the tab was closed after paying [api-15]', async () => {
    const { shop, pay, written } = await begin();
    const paid = await pay();
    await expect.poll(async () => (await written()).events.length, patiently).toBe(3);
    expect(await written()).toMatchObject({
      state: 'paid',
      orders: [{ provider_payment_id: paid.razorpay_payment_id }],
      mails: bothEmails,
      events: ['order.paid', 'payment.authorized', 'payment.captured'].map((kind) => ({ kind })),
    });
    expect(shop.kicks()).toBeGreaterThan(0);
  });

  it('acts on an event once, and stores only a valid id', async () => {
    const { shop, captured, send, written } = await begin();
    for (let times = 0; times < 3; times += 1) await send(captured, 'evt_1');
    expect(shop.log('webhook: settled')).toMatchObject([
      { outcome: 'paid', fresh: true, status: 'captured', event: 'payment.captured' },
      { outcome: 'paid', fresh: false },
      { outcome: 'paid', fresh: false },
    ]);
    expect(shop.kicks()).toBe(1);
    for (const odd of ['x'.repeat(5_000), 'a@b.example']) await send(captured, odd);
    expect(await written()).toMatchObject({
      state: 'paid',
      mails: bothEmails,
      events: [{ event_id: expect.stringMatching(/^evt_1:/), kind: 'payment.captured' }],
    });
    expect(shop.log('webhook: settled')).toHaveLength(5);
  });

  it('acts on another event under a used id, because no signature covers the id', async () => {
    const { captured, id: order_id, send, written } = await begin();
    const failed = { id: 'pay_0', order_id, status: 'failed' };
    await send(webhookEvent('payment.failed', failed), 'evt_1');
    await send(captured, 'evt_1');
    expect(await written()).toMatchObject({
      state: 'paid',
      events: [{ kind: 'payment.captured' }, { kind: 'payment.failed' }],
    });
  });

  it('refuses a wrong signature before reading the payload [api-16]', async () => {
    const { shop, captured, written } = await begin();
    const text = JSON.stringify(captured);
    const right = webhookSignature(Buffer.from(text), shop.parts.payment.webhookSecrets[0] ?? '');
    const withKeySecret = webhookSignature(Buffer.from(text), shop.parts.payment.keySecret);
    const forgeries: [event: object | string, signature: string, id?: string][] = [
      [captured, ''],
      [captured, withKeySecret],
      [JSON.stringify(captured, null, 1), right],
      [text.replace('99900', '99899'), right],
      [captured, 'forged', 'kavya@shopper.example'.repeat(500)],
    ];
    for (const [event, signature, id = 'evt_1'] of forgeries) {
      const { status, headers } = await shop.deliver(event, { id, signature });
      expect({ signature, status }).toEqual({ signature, status: 400 });
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
    expect(await written()).toMatchObject({ orders: [], mails: [], events: [] });
    expect(shop.log('webhook: missing or wrong signature')).toHaveLength(forgeries.length);
    expect(JSON.stringify(shop.log())).not.toContain('kavya@shopper');
    // None of them used up the event's id.
    const { status } = await shop.deliver(captured, { id: 'evt_1', signature: right });
    expect(status).toBe(200);
    expect((await written()).orders).toHaveLength(1);
  });

  it('accepts and logs an unreadable event, and accepts one on which it does nothing', async () => {
    const { shop, send, written } = await begin();
    await send({ event: 'payment.captured', payload: { payment: {} } });
    await send({ event: 'settlement.processed' });
    expect(await written()).toMatchObject({ state: 'paying', orders: [], mails: [] });
    expect(shop.log('webhook: unreadable')).toMatchObject([{ level: 'error' }]);
    expect(shop.log('webhook: nothing to do')).toHaveLength(1);
  });

  it('flags a payment for an unknown order once, with one e-mail', async () => {
    const { shop, send, written, db } = await begin();
    const unknown = { id: 'pay_1', order_id: 'order_after_the_backup', amount: 79_900 };
    const withoutOrder = { id: 'pay_2', order_id: null };
    for (const payment of [unknown, unknown, withoutOrder]) {
      await send(webhookEvent('payment.captured', payment));
    }
    // No money has come in.
    await send(webhookEvent('payment.failed', { ...unknown, id: 'pay_3', status: 'failed' }));
    const second = { payment_id: 'pay_2', state: 'flagged', attempt_id: null, amount: 99_900 };
    const first = { ...second, payment_id: 'pay_1', amount: 79_900 };
    const surplus = [first, second];
    expect(await written()).toMatchObject({ state: 'paying', orders: [], surplus });
    const [email, ...others] = await readEmails(db, 'payment-attention');
    expect(others).toHaveLength(1);
    expect(email).toEqual({
      recipient: 'shop',
      dedupe_key: 'payment:pay_1:attention',
      reason: expect.stringContaining('for a payment order that the shop does not know'),
      noticedAt: expect.any(String),
      paymentId: 'pay_1',
      providerOrderId: 'order_after_the_backup',
      paid: 79_900,
      paidCurrency: 'INR',
    });
    const logged = shop.log('webhook: not an order of this shop');
    expect(logged.map(({ level }) => level)).toEqual(['error', 'error', 'error', 'error']);
    await send(refundEvent(unknown.order_id, 'processed', { status: 'refunded' }));
    const refunded = { payment_id: 'pay_1', state: 'refunded', refund_id: 'rfnd_1' };
    expect(await written()).toMatchObject({ surplus: [refunded, second] });
    expect(shop.log('refund: recorded')).toMatchObject([{ outcome: 'unknown' }]);
  });

  it('records a refund from the provider’s dashboard: the order stays, the shopper is notified once', async () => {
    const { shop, kavya, id, pay, written } = await begin();
    const { razorpay_payment_id: payment } = await pay();
    await expect.poll(async () => (await written()).events.length, patiently).toBe(3);
    await site.standIn.refund(payment);
    await expect.poll(async () => (await written()).events.length, patiently).toBe(5);
    const mails = [...bothEmails, 'payment-refund'];
    const { orders, ...others } = await written();
    expect(orders).toHaveLength(1);
    expect(others).toMatchObject({ state: 'refunded', mails });
    expect(shop.log('refund: recorded')[0]).toMatchObject({ outcome: 'refunded', fresh: true });
    const { body } = await kavya.call('GET', `/payments/orders/${id}`);
    expect(body).toEqual({ status: 'paid', orderId: orders[0]?.id });
  });

  it('makes no order from a payment whose refund was reported first', async () => {
    const { id, captured, send, written } = await begin();
    await send(refundEvent(id, 'processed', { status: 'refunded' }));
    await send(captured);
    const mails = ['payment-refund'];
    expect(await written()).toMatchObject({ state: 'paying', orders: [], mails });
    // Another payment of the same order is still accepted.
    await send(webhookEvent('payment.captured', { id: 'pay_2', order_id: id }));
    expect(await written()).toMatchObject({ state: 'paid', mails: [...bothEmails, ...mails] });
  });

  it('changes nothing for a pending refund, and notifies the shop of one that failed', async () => {
    const { id, captured, send, written, db } = await begin();
    await send(captured);
    await send(refundEvent(id, 'pending', { status: 'refunded' }));
    expect(await written()).toMatchObject({ state: 'paid', mails: bothEmails });
    for (const order_id of [id, id, 'order_of_another_shop']) {
      await send(refundEvent(order_id, 'failed', { status: 'captured' }));
    }
    await send(refundEvent(id, 'failed', { status: 'captured' }, { id: 'rfnd_2', amount: 100 }));
    expect((await written()).state).toBe('paid');
    expect(await readEmails(db, 'payment-attention')).toMatchObject([
      { reason: 'The refund rfnd_1 of ₹999.00 failed: the money is still with the shop.' },
      { reason: 'The refund rfnd_2 of ₹1.00 failed: the money is still with the shop.' },
    ]);
  });

  it('notifies the shopper once of each partial refund, and at the end of the rest', async () => {
    const { shop, kavya, id, captured, send, written, db } = await begin();
    const part = (refund: string, amount: number, order_id = id) =>
      refundEvent(order_id, 'processed', { status: 'captured' }, { id: refund, amount });
    // Also one that is reported before its payment: both belong to the order.
    for (const event of [part('rfnd_1', 10_000), part('rfnd_2', 20_000)]) {
      const before = shop.kicks();
      for (const copy of [event, event]) await send(copy);
      expect(shop.kicks()).toBeGreaterThan(before);
      await send(captured);
    }
    expect(await written()).toMatchObject({ state: 'paid', orders: [{}] });
    const { body } = await kavya.call('GET', `/orders/${kavya.email}`);
    expect(body).toMatchObject([{ status: 'Paid', events: [{ amount: 100 }, { amount: 200 }] }]);
    const last = { id: 'rfnd_3', amount: 69_900 };
    const before = shop.kicks();
    await send(refundEvent(id, 'processed', { status: 'refunded' }, last));
    expect(shop.kicks()).toBeGreaterThan(before);
    // A partial refund of a payment that does not belong to the shop.
    await send(part('rfnd_9', 10_000, 'order_9'));
    const facts = await readEmails(db, 'payment-refund');
    expect(facts.map(({ refundId, amount, isPartial }) => [refundId, amount, isPartial])).toEqual([
      ['rfnd_3', 69_900, undefined],
      ['rfnd_1', 10_000, true],
      ['rfnd_2', 20_000, true],
    ]);
    expect(new Set(facts.map(({ recipient }) => recipient))).toEqual(new Set([kavya.email]));
  });

  it('notifies the shop of each step of a dispute, once', async () => {
    const { shop, id, captured, send, written, db } = await begin();
    await send(captured);
    const step = (kind: string, more: object = {}, payment: object = {}) => {
      const part = { payment_id: 'pay_1', amount: 50_000, currency: 'INR' };
      const paid = { id: 'pay_1', order_id: id, ...payment };
      const dispute = { id: 'disp_1', ...part, ...more };
      return webhookEvent(`payment.dispute.${kind}`, paid, { dispute });
    };
    const until = { respond_by: Date.UTC(2026, 10, 30) / 1_000 };
    const created = step('created', until);
    for (const event of [created, created, step('action_required'), step('won', until)]) {
      await send(event);
    }
    // It was late: there is nothing to answer any more.
    await send(step('under_review'));
    // A dispute of a payment that does not belong to the shop.
    const foreign = { id: 'pay_9', order_id: 'order_9' };
    await send(step('created', { id: 'disp_2' }, foreign));
    // It was late: the bank has the answer already.
    for (const kind of ['under_review', 'created'])
      await send(step(kind, { id: 'disp_3', ...until }, foreign));
    // So was this one, of an earlier phase.
    await send(step('created', { id: 'disp_3', phase: 'retrieval' }, foreign));
    const { state, orders } = await written();
    expect({ state, orders: orders.length }).toEqual({ state: 'paid', orders: 1 });
    expect(shop.log('dispute: the shop has to look')).toHaveLength(9);
    const disputes = db.selectFrom('payment_dispute').selectAll().orderBy('dispute_id');
    expect(await disputes.execute()).toMatchObject([
      { dispute_id: 'disp_1', payment_id: 'pay_1', state: 'won', ended_at: expect.any(String) },
      { dispute_id: 'disp_2', provider_order_id: 'order_9', state: 'open', ended_at: null },
      { dispute_id: 'disp_3', state: 'under_review', phase: 'chargeback' },
    ]);
    const emails = await readEmails(db, 'payment-attention');
    expect(emails[0]).toMatchObject({
      recipient: 'shop',
      orderId: orders[0]?.id,
      expected: 99_900,
      paid: 99_900,
      snapshot: { delivery: { customerName: 'Kavya Raman' } },
    });
    expect(emails.at(-1)).not.toHaveProperty('orderId');
    // Only what is still to be answered has the time and the steps for it.
    const disputed = 'The customer’s bank disputes ₹500.00 of this payment';
    expect(emails.map(({ isDisputed, reason }) => [isDisputed, reason])).toEqual([
      [true, `${disputed} (disp_1, action required).`],
      [true, `${disputed} (disp_1, created). Answer by 30 November 2026 at 5:30 am IST.`],
      [false, `${disputed} (disp_1, won).`],
      [true, `${disputed} (disp_2, created).`],
      [false, `${disputed} (disp_3, created).`],
      [false, `${disputed} (disp_3, under review).`],
    ]);
  });

  it('limits the size of a body, but not the number of requests from one address', async () => {
    const anonymous = [{ by: 'address', points: 1, seconds: 60 }] as const;
    const shop = site.open(await open(), { rules: { anonymous } });
    const event = webhookEvent('payment.captured', { id: 'pay_1', order_id: 'order_unknown' });
    const forged = await shop.deliver(event, { signature: 'f'.repeat(64) });
    const signed = await Promise.all(Array.from({ length: 20 }, () => shop.deliver(event)));
    expect(forged.status).toBe(400);
    expect(new Set(signed.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await shop.deliver('x'.repeat(256 * 1024 + 1))).status).toBe(413);
  });
});
