import { expect, it } from 'vitest';
import {
  checkoutReducer,
  CONFIRMING,
  initialState,
  isBusy,
  ONE_MOMENT,
  windowFailed,
} from './payment-state.ts';
import { notYetConfirmed, paymentFailed } from './alerts.ts';
import type { CheckoutEvent, CheckoutState } from './payment-state.ts';

const after = (...events: CheckoutEvent[]): CheckoutState =>
  events.reduce(checkoutReducer, initialState);

it('is busy while the payment order is created and while the payment is confirmed', () => {
  expect(after()).toEqual({ phase: 'idle' });
  expect(isBusy(after())).toBe(false);
  expect(isBusy(after({ type: 'submitted' }))).toBe(true);
  expect(isBusy(after({ type: 'submitted' }, { type: 'opened' }))).toBe(false);
  const reported = after({ type: 'submitted' }, { type: 'opened' }, { type: 'reported' });
  expect(isBusy(reported)).toBe(true);
});

it('shows an alert until the next try', () => {
  const refused = after({ type: 'submitted' }, { type: 'refused', alert: windowFailed });
  expect(refused).toEqual({ phase: 'idle', alert: windowFailed });
  expect(checkoutReducer(refused, { type: 'submitted' }).alert).toBeUndefined();
});

it('keeps the alert of a failed payment when its window closes', () => {
  const events = [
    { type: 'submitted' },
    { type: 'opened' },
    { type: 'failed', alert: paymentFailed },
  ] as const;
  expect(after(...events, { type: 'closed' })).toEqual({ phase: 'idle', alert: paymentFailed });
});

it('is ready again after the window was closed', () => {
  expect(after({ type: 'submitted' }, { type: 'opened' }, { type: 'closed' })).toEqual({
    phase: 'idle',
  });
});

it('shows the failure and is not busy after the first unconfirmed verification', () => {
  const waiting = after(
    { type: 'opened' },
    { type: 'reported' },
    { type: 'waiting', alert: notYetConfirmed },
  );
  expect(waiting).toEqual({ phase: 'unconfirmed', alert: notYetConfirmed });
  expect(isBusy(waiting)).toBe(false);
});

it('is busy and shows that it confirms, from the report of the window until the next screen', () => {
  const reported = after({ type: 'opened' }, { type: 'reported' });
  expect(reported).toEqual({ phase: 'confirming', notice: ONE_MOMENT });
  const paid = checkoutReducer(reported, { type: 'paid' });
  expect(paid).toEqual({ phase: 'paid', notice: ONE_MOMENT });
  expect(isBusy(paid)).toBe(true);
});

it('stays busy and shows that it confirms while an earlier payment is resumed', () => {
  const resumed = after({ type: 'resumed' }, { type: 'waiting', alert: notYetConfirmed });
  expect(resumed).toEqual({ phase: 'confirming', notice: CONFIRMING });
});

it('does not return to idle while money may be in transit', () => {
  expect(after({ type: 'reported' }, { type: 'ended', certain: false }).phase).toBe('unconfirmed');
  expect(after({ type: 'reported' }, { type: 'ended', certain: true }).phase).toBe('idle');
});

it('keeps a price quoted by the server through the next try, until the order changes', () => {
  const refused = after({ type: 'refused', alert: windowFailed, quotedAmount: 118_860 });
  expect(refused.quotedAmount).toBe(118_860);
  expect(checkoutReducer(refused, { type: 'submitted' }).quotedAmount).toBe(118_860);
  expect(checkoutReducer(refused, { type: 'changed' }).quotedAmount).toBeUndefined();
});
