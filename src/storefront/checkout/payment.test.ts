import { expect, it } from 'vitest';
import { confirmNow, createPaymentPage, ONE_MOMENT, refuse, windowFailed } from './payment.ts';
import type { Alert, Payment } from './payment.ts';

function pageWith(payment?: Payment) {
  const page = createPaymentPage({
    wait: async () => {},
    now: () => new Date(0),
    onPaid: () => {},
  });
  if (payment) page.set(payment);
  return page;
}

const alert: Alert = { text: 'No' };
const underway: Payment[] = [
  { phase: 'creating', quotedAmount: 100 },
  { phase: 'paying' },
  { phase: 'confirming', notice: ONE_MOMENT },
  { phase: 'unconfirmed', alert: { ...alert, cause: 'session' } },
  { phase: 'paid', notice: ONE_MOMENT },
];
const causes = ['order', 'delivery', 'session'] as const;

it('is ready before anything happens', () => {
  expect(pageWith().get()).toEqual({ phase: 'idle' });
});

it('changes at once, and notifies whoever has subscribed', () => {
  const page = pageWith({ phase: 'idle' });
  const phases: string[] = [];
  const unsubscribe = page.subscribe(() => void phases.push(page.get().phase));
  page.set({ phase: 'paying' });
  expect(phases).toEqual(['paying']);
  unsubscribe();
  page.set({ phase: 'idle' });
  expect(phases).toEqual(['paying']);
});

it.each(causes)('an alert goes when its cause, the %s, has changed', (cause) => {
  for (const changed of causes) {
    const page = pageWith({ phase: 'idle', alert: { ...alert, cause }, hasTried: true });
    page.clear(changed);
    const left = changed === cause ? {} : { alert: { ...alert, cause } };
    expect(page.get()).toEqual({ phase: 'idle', hasTried: true, ...left });
  }
});

it('a price quoted by the server stands until the order changes', () => {
  const page = pageWith({ phase: 'idle', alert: windowFailed, quotedAmount: 118_860 });
  page.clear('delivery');
  expect(page.get()).toEqual({ phase: 'idle', alert: windowFailed, quotedAmount: 118_860 });
  page.clear('order');
  expect(page.get()).toEqual({ phase: 'idle', alert: windowFailed });
});

it.each(underway)('shows $phase, whatever is changed or refused meanwhile', (payment) => {
  const page = pageWith(payment);
  for (const cause of causes) page.clear(cause);
  refuse(page, windowFailed);
  expect(page.get()).toBe(payment);
});

it('shows why nothing was begun', () => {
  const page = pageWith({ phase: 'idle', hasTried: true });
  refuse(page, windowFailed);
  expect(page.get()).toEqual({ phase: 'idle', alert: windowFailed });
});

it.each([{ phase: 'idle' } as const, ...underway])(
  'asks at once only if it waits: $phase',
  (payment) => {
    const page = pageWith(payment);
    confirmNow(page);
    const isAsked = payment.phase === 'unconfirmed';
    expect(page.get()).toEqual(isAsked ? { phase: 'confirming', notice: ONE_MOMENT } : payment);
  },
);
