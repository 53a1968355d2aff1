// The faults that can be set, as the control request sends them and the ledger keeps them.
import * as v from 'valibot';

const times = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600_000));

/** A call of the API or of the window gets a bad response. */
const HttpFault = v.strictObject({
  on: v.literal('http'),
  /** A route's name, such as 'POST /v1/orders' or 'POST /window/pay'; without it, any call. */
  call: v.optional(v.string()),
  /** drop: the connection is cut · delay · error: `status` · hang: no response until the caller gives up */
  action: v.picklist(['drop', 'delay', 'error', 'hang']),
  /** before: the call has not acted yet · after: the call has acted, and only its response is lost */
  stage: v.optional(v.picklist(['before', 'after']), 'before'),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 503),
  delay_ms: v.optional(milliseconds, 1_000),
  times,
});

/** A webhook is not sent as usual. */
const WebhookFault = v.strictObject({
  on: v.literal('webhook'),
  /** Such as 'payment.captured'; without it, any event. */
  event: v.optional(v.string()),
  /**
   * drop: never sent · hold: kept until a control request releases it · delay · duplicate: sent `copies` times
   * · reorder: the earlier an event of a payment happened, the later it is sent
   */
  action: v.picklist(['drop', 'hold', 'delay', 'duplicate', 'reorder']),
  delay_ms: v.optional(milliseconds, 1_000),
  copies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(100)), 2),
  times,
});

/** A payment does not succeed as requested. */
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
