import { expect, it } from 'vitest';
import { notYetConfirmed, paymentFailed } from './alerts.ts';
import {
  checkoutReducer,
  CONFIRMING,
  initialState,
  isBusy,
  isPaying,
  ONE_MOMENT,
  windowFailed,
} from './payment-state.ts';
import type { CheckoutEvent, CheckoutState } from './payment-state.ts';

const after = (...events: CheckoutEvent[]): CheckoutState =>
  events.reduce(checkoutReducer, initialState);

it('is busy while the payment order is created and while the payment is confirmed', () => {
  const busy = (...events: CheckoutEvent[]) => isBusy(after(...events));
  expect(busy()).toBe(false);
  expect(busy({ type: 'submitted' })).toBe(true);
  expect(busy({ type: 'submitted' }, { type: 'opened' })).toBe(false);
  expect(busy({ type: 'opened' }, { type: 'reported' })).toBe(true);
  expect(busy({ type: 'reported' }, { type: 'paid' })).toBe(true);
  expect(busy({ type: 'reported' }, { type: 'waiting', alert: notYetConfirmed })).toBe(false);
});

it('is paying from the open window on, and no longer once the window is closed', () => {
  const paying = (...events: CheckoutEvent[]) => isPaying(after(...events));
  expect(paying()).toBe(false);
  expect(paying({ type: 'submitted' })).toBe(false);
  expect(paying({ type: 'submitted' }, { type: 'opened' })).toBe(true);
  expect(paying({ type: 'opened' }, { type: 'reported' })).toBe(true);
  expect(paying({ type: 'opened' }, { type: 'closed' })).toBe(false);
});

it.each<[string, CheckoutEvent[], CheckoutState]>([
  ['is ready before anything happens', [], { phase: 'idle' }],
  [
    'shows an alert',
    [{ type: 'submitted' }, { type: 'refused', alert: windowFailed }],
    { phase: 'idle', alert: windowFailed },
  ],
  [
    'shows the alert until the next try',
    [{ type: 'refused', alert: windowFailed }, { type: 'submitted' }],
    { phase: 'creating' },
  ],
  [
    'leaves the alert of a failed payment when its window closes',
    [{ type: 'opened' }, { type: 'failed', alert: paymentFailed }, { type: 'closed' }],
    { phase: 'idle', alert: paymentFailed, hasTried: true },
  ],
  [
    'is ready again after the window was closed',
    [{ type: 'submitted' }, { type: 'opened' }, { type: 'closed' }],
    { phase: 'idle', hasTried: true },
  ],
  [
    'shows that it confirms what the window reported',
    [{ type: 'opened' }, { type: 'reported' }],
    { phase: 'confirming', notice: ONE_MOMENT },
  ],
  [
    'shows it until the next screen',
    [{ type: 'reported' }, { type: 'paid' }],
    { phase: 'paid', notice: ONE_MOMENT },
  ],
  [
    'shows the failure after the first unconfirmed verification',
    [{ type: 'opened' }, { type: 'reported' }, { type: 'waiting', alert: notYetConfirmed }],
    { phase: 'unconfirmed', alert: notYetConfirmed },
  ],
  [
    'shows that it confirms while an earlier payment is resumed',
    [{ type: 'resumed' }, { type: 'waiting', alert: notYetConfirmed }],
    { phase: 'confirming', notice: CONFIRMING },
  ],
  [
    'does not return to idle while money may be in transit',
    [{ type: 'reported' }, { type: 'ended', certain: false, alert: notYetConfirmed }],
    { phase: 'unconfirmed', alert: notYetConfirmed },
  ],
  [
    'returns to idle once it is certain',
    [{ type: 'reported' }, { type: 'ended', certain: true, notice: 'Nothing' }],
    { phase: 'idle', notice: 'Nothing' },
  ],
])('%s', (_title, events, state) => {
  expect(after(...events)).toEqual(state);
});

it.each(['order', 'delivery', 'session'] as const)(
  'an alert goes when its cause, the %s, has changed',
  (cause) => {
    const alert = { text: 'No', ...(cause === 'session' ? { login: true as const } : { cause }) };
    const refused = after({ type: 'refused', alert });
    for (const what of ['order', 'delivery', 'session'] as const) {
      const left = checkoutReducer(refused, { type: 'changed', what }).alert;
      expect(left).toEqual(what === cause ? undefined : alert);
    }
  },
);

it('passes a price quoted by the server to the next try, until the order changes', () => {
  const refused = after({ type: 'refused', alert: windowFailed, quotedAmount: 118_860 });
  expect(refused.quotedAmount).toBe(118_860);
  expect(checkoutReducer(refused, { type: 'submitted' }).quotedAmount).toBe(118_860);
  expect(checkoutReducer(refused, { type: 'changed' })).toEqual({
    phase: 'idle',
    alert: windowFailed,
  });
});
