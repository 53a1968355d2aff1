// What can be made to go wrong, as the control call takes it and the ledger keeps it.
import * as v from 'valibot';

const times = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600_000));

/** A call of the provider, or of its window, is answered badly. */
const HttpFault = v.strictObject({
  on: v.literal('http'),
  /** A route's name, such as 'POST /v1/orders' or 'POST /window/pay'; without it, any call. */
  call: v.optional(v.string()),
  /** drop: the connection is cut · delay · error: `status` · hang: no answer until the caller gives up */
  action: v.picklist(['drop', 'delay', 'error', 'hang']),
  /** before: nothing has happened yet · after: it has happened, and the answer is what gets lost */
  stage: v.optional(v.picklist(['before', 'after']), 'before'),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 503),
  delay_ms: v.optional(milliseconds, 1_000),
  times,
});

/** A webhook does not go out as it should. */
const WebhookFault = v.strictObject({
  on: v.literal('webhook'),
  /** Such as 'payment.captured'; without it, any event. */
  event: v.optional(v.string()),
  /**
   * drop: never sent · hold: kept until released by control · delay · duplicate: the same event `copies` times
   * · reorder: the earlier an event of a payment happened, the later it is sent
   */
  action: v.picklist(['drop', 'hold', 'delay', 'duplicate', 'reorder']),
  delay_ms: v.optional(milliseconds, 1_000),
  copies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(100)), 2),
  times,
});

/** A payment that the shopper takes for a success is something else. */
const PaymentFault = v.strictObject({
  on: v.literal('payment'),
  /**
   * authorize: money is blocked, not captured · fail: declined (settle it later for a late authorisation)
   * · wrong-amount: `amount` is captured instead of the order's · capture-twice: two payments are captured
   */
  action: v.picklist(['authorize', 'fail', 'wrong-amount', 'capture-twice']),
  /** Paise; for wrong-amount. */
  amount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 100),
  times,
});

export const Fault = v.variant('on', [HttpFault, WebhookFault, PaymentFault]);
export type Fault = v.InferOutput<typeof Fault>;
export type HttpFault = v.InferOutput<typeof HttpFault>;
export type WebhookFault = v.InferOutput<typeof WebhookFault>;
export type PaymentFault = v.InferOutput<typeof PaymentFault>;
