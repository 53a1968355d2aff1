// The provider's signatures, and what the shop reads from its webhooks.
import { describe, expect, it } from 'vitest';
import {
  isWebhookSignature,
  isWindowSignature,
  readWebhookEvent,
  webhookSignature,
  windowSignature,
} from './razorpay.ts';

describe('the window signature', () => {
  // Computed with: printf 'order_1|pay_1' | openssl dgst -sha256 -hmac key
  const known = '65219a93f3f6ab8a5f6962209ec83d04e29cd18b30fffd7e1a2aade3a72c199e';
  const payment = { providerOrderId: 'order_1', paymentId: 'pay_1' };

  it('is hex HMAC-SHA256 over order and payment with the key secret', () => {
    expect(windowSignature('order_1', 'pay_1', 'key')).toBe(known);
    expect(isWindowSignature(known, payment, 'key')).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['cut', known.slice(0, -1)],
    ['lengthened', `${known}0`],
    ['in capitals', known.toUpperCase()],
    ['one character off', known.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['not ASCII', 'é'.repeat(32)],
    ['of the payment without the order', windowSignature('', 'pay_1', 'key')],
    ['with order and payment swapped', windowSignature('pay_1', 'order_1', 'key')],
    ['with another secret', windowSignature('order_1', 'pay_1', 'other')],
  ])('is refused when %s', (_what, given) => {
    expect(isWindowSignature(given, payment, 'key')).toBe(false);
  });
});

describe('the webhook signature', () => {
  // Computed with: printf '{"a": 1}' | openssl dgst -sha256 -hmac new
  const known = 'e7b59515ed78a1d2b4858a5e1ec3bd48c89513ff0662936681bcf90fb5b19317';
  const body = Buffer.from('{"a": 1}');

  it('is over the raw bytes', () => {
    expect(webhookSignature(body, 'new')).toBe(known);
    expect(isWebhookSignature(known, body, ['new'])).toBe(true);
    const sameMeaning = Buffer.from('{"a":1}');
    expect(isWebhookSignature(known, sameMeaning, ['new'])).toBe(false);
  });

  it('is accepted with either secret during a rotation, with no other, and never without secrets', () => {
    expect(isWebhookSignature(known, body, ['newest', 'new'])).toBe(true);
    expect(isWebhookSignature(known, body, ['newest'])).toBe(false);
    expect(isWebhookSignature(known, body, [])).toBe(false);
  });
});

describe('readWebhookEvent', () => {
  const read = (event: unknown) =>
    readWebhookEvent(Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)));
  const [id, order_id, payment_id] = ['pay_1', 'order_1', 'pay_1'];
  const entities = {
    payment: { id, order_id, amount: 99_900, currency: 'INR', status: 'captured', created_at: 60 },
    refund: { id: 'rfnd_1', payment_id, amount: 100, status: 'processed' },
    dispute: {
      id: 'disp_1',
      payment_id,
      amount: 100,
      currency: 'INR',
      respond_by: 120,
      status: 'open',
      phase: 'chargeback',
      created_at: 90,
      reason_code: 'goods_or_services_not_received',
    },
  };
  /** Returns an event about these entities; one of them is changed. */
  const about = (event: string, change: object = {}, name: keyof typeof entities = 'payment') => {
    const changed = { ...entities, [name]: { ...entities[name], ...change } };
    const payload = Object.entries(changed).map(([each, entity]) => [each, { entity }]);
    return { event, payload: Object.fromEntries(payload), created_at: 99 };
  };

  const begunAt = new Date(60_000);
  const money = { amount: 99_900, currency: 'INR', status: 'captured' };
  const payment = { id, orderId: 'order_1', ...money, begunAt };
  const refund = { id: 'rfnd_1', paymentId: 'pay_1', amount: 100, status: 'processed' };
  const part = { id: 'disp_1', paymentId: 'pay_1', amount: 100, currency: 'INR' };
  const reason = { phase: 'chargeback', reasonCode: 'goods_or_services_not_received' };
  const times = { openedAt: new Date(90_000), respondBy: new Date(120_000) };
  const dispute = { ...part, ...reason, ...times, state: 'open' };
  const at = new Date(99_000);
  it.each([
    ['payment.authorized', { concerns: 'payment', payment }],
    ['payment.captured', { concerns: 'payment', payment }],
    ['payment.failed', { concerns: 'payment', payment }],
    ['order.paid', { concerns: 'payment', payment }],
    ['refund.created', { concerns: 'refund', refund, payment }],
    ['refund.processed', { concerns: 'refund', refund, payment }],
    ['refund.failed', { concerns: 'refund', refund, payment }],
    ['payment.dispute.created', { concerns: 'dispute', dispute, payment, at }],
    [
      'payment.dispute.won',
      { concerns: 'dispute', dispute: { ...dispute, state: 'won' }, payment, at },
    ],
    ['payment.captured.twice', { concerns: 'nothing' }],
    ['order.paid_late', { concerns: 'nothing' }],
    ['xrefund.failed', { concerns: 'nothing' }],
  ])('reads what %s is about', (kind, event) => {
    expect(read(about(kind))).toEqual({ kind, ...event });
  });

  it('reads what lacks a payload, an order, a status or an end', () => {
    expect(read({ event: 'settlement.processed' })).toMatchObject({ concerns: 'nothing' });
    const bare = read(about('order.paid', { order_id: null, created_at: undefined }));
    expect(bare).toMatchObject({ payment: { id, orderId: '', ...money } });
    expect(bare).not.toHaveProperty('payment.begunAt');
    for (const status of ['pending', undefined]) {
      const begun = read(about('refund.created', { status }, 'refund'));
      expect(begun).toMatchObject({ refund: { status: 'pending' } });
    }
    const final = read(about('payment.dispute.won', { respond_by: null }, 'dispute'));
    expect(final).toMatchObject({ dispute: part });
    // An unknown phase or reason must not hide a dispute.
    const odd = { phase: 'new', status: 7, reason_code: 'x\0', created_at: '?' };
    const bound = {
      concerns: 'dispute',
      dispute: { ...part, respondBy: times.respondBy, state: 'open' },
      payment,
      at,
    };
    expect(read(about('payment.dispute.noted', odd, 'dispute'))).toEqual({
      kind: 'payment.dispute.noted',
      ...bound,
    });
  });

  it.each([
    { event: 'payment.captured' },
    { event: 'payment.captured', payload: 'none' },
    { event: 'payment.captured', payload: { payment: {} } },
    ...[0, -1, 0.5, 2 ** 53, '99900', null].map((amount) => about('order.paid', { amount })),
    about('order.paid', { id: 'pay\0' }),
    about('order.paid', { id: 'p'.repeat(101) }),
    about('order.paid', { order_id: 'order\0' }),
    about('order.paid', { currency: 'rupees' }),
    about('order.paid', { status: 'unheard of' }),
    about('order.paid', { created_at: 1e300 }),
    about('refund.processed', { amount: 0 }, 'refund'),
    about('payment.dispute.won', { amount: 0 }, 'dispute'),
    { event: 'settlement\0processed' },
    { event: 'e'.repeat(101) },
    {},
    '[]',
    '',
  ])('cannot read %j', (event) => {
    expect(read(event)).toMatchObject({ concerns: 'unreadable' });
  });
});
