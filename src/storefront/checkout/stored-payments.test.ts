import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { mayHavePending } from './payment.ts';
import {
  paymentToResume,
  readPending,
  removePending,
  removeUnpaid,
  storePayment,
} from './stored-payments.ts';
import type { PendingPayment } from './stored-payments.ts';

const now = new Date('2026-11-14T10:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
const result = { paymentId: 'pay_1', signature: 'aa' };

function payment(orderId: string, more: Partial<PendingPayment> = {}): PendingPayment {
  return { orderId, userId: 'u1', startedAt: hoursAgo(1), cartLines: [], ...more };
}

const browser = openBrowser();
afterEach(() => {
  browser.local.refuse = 'nothing';
  for (const { orderId } of readPending(now)) removePending(orderId, now);
});

it('stores a payment and then its result, in one entry', () => {
  storePayment(payment('order_1'), now);
  storePayment(payment('order_2'), now);
  storePayment(payment('order_1', { result }), now);
  expect(readPending(now)).toEqual([payment('order_2'), payment('order_1', { result })]);
});

it('removes a settled payment once, and no other', () => {
  storePayment(payment('order_1'), now);
  storePayment(payment('order_2'), now);
  expect(removePending('order_1', now)).toBe(true);
  expect(removePending('order_1', now)).toBe(false);
  expect(readPending(now)).toEqual([payment('order_2')]);
  // Another tab has settled the other one.
  browser.local.removeItem('maalai.payments');
  expect(removePending('order_2', now)).toBe(false);
});

it('holds a payment in memory if storage is refused', () => {
  browser.local.refuse = 'everything';
  storePayment(payment('order_1', { result }), now);
  expect(readPending(now)).toEqual([payment('order_1', { result })]);
  expect(removePending('order_1', now)).toBe(true);
  expect(readPending(now)).toEqual([]);
});

it('marks the browser while a payment is stored', () => {
  expect(mayHavePending()).toBe(false);
  storePayment(payment('order_1'), now);
  expect(mayHavePending()).toBe(true);
  removePending('order_1', now);
  expect(mayHavePending()).toBe(false);
  browser.local.refuse = 'everything';
  expect(mayHavePending()).toBe(false);
});

it('forgets and deletes an attempt after a day, a payment only after two weeks', () => {
  const young = payment('young', { startedAt: hoursAgo(23) });
  const old = payment('a day', { startedAt: hoursAgo(24) });
  const paid = payment('paid', { startedAt: hoursAgo(24 * 14 - 1), result });
  const oldPaid = payment('two weeks', { startedAt: hoursAgo(24 * 14), result, details: {} });
  browser.local.setItem('maalai.payments', JSON.stringify([young, old, paid, oldPaid]));
  expect(readPending(now)).toEqual([young, paid]);
  expect(JSON.parse(browser.local.getItem('maalai.payments') ?? '')).toEqual([young, paid]);
});

it('deletes the unpaid attempts of an account, and leaves what was paid', () => {
  storePayment(payment('begun'), now);
  storePayment(payment('paid', { result }), now);
  storePayment(payment('foreign', { userId: 'u2' }), now);
  removeUnpaid('u1', now);
  const left = [payment('paid', { result }), payment('foreign', { userId: 'u2' })];
  expect(readPending(now)).toEqual(left);
});

it.each([null, '', {}, [1, null, { orderId: 7 }]])('reads %j as an empty list', (stored) => {
  expect(readPending(now)).toEqual([]);
  browser.local.setItem('maalai.payments', JSON.stringify(stored));
  expect(readPending(now)).toEqual([]);
});

it('resumes paid before begun payments, then the newest, and nobody else’s', () => {
  const begun = payment('begun', { startedAt: hoursAgo(1) });
  const older = payment('older', { startedAt: hoursAgo(3) });
  const paid = payment('paid', { startedAt: hoursAgo(5), result });
  const foreign = payment('foreign', { userId: 'u2', result });
  expect(paymentToResume([foreign, older, paid, begun], 'u1')).toBe(paid);
  expect(paymentToResume([foreign, older, begun], 'u1')).toBe(begun);
  expect(paymentToResume([foreign], 'u1')).toBeUndefined();
});

describe('the key of an attempt', () => {
  /** Loads the module like a new page load. */
  async function load() {
    vi.resetModules();
    return import('./stored-payments.ts');
  }

  it('is printable, and the same until something about the order or the account changes', async () => {
    const { attemptKeyFor } = await load();
    const first = attemptKeyFor({ totalAmount: 999, items: [1] }, 'u1');
    expect(attemptKeyFor({ totalAmount: 999, items: [1] }, 'u1')).toBe(first);
    expect(attemptKeyFor({ totalAmount: 999, items: [1] }, 'u2')).not.toBe(first);
    const keys = Array.from({ length: 50 }, (_, order) => attemptKeyFor({ order }, 'u1'));
    expect(new Set([first, ...keys]).size).toBe(51);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/);
  });

  it('survives a reload', async () => {
    const key = (await load()).attemptKeyFor({ totalAmount: 999 }, 'u1');
    expect((await load()).attemptKeyFor({ totalAmount: 999 }, 'u1')).toBe(key);
  });

  it.each(['nothing', 'everything'] as const)(
    'is new once the order is paid, if storage refuses %s',
    async (refuse) => {
      browser.session.refuse = refuse;
      const { attemptKeyFor, removeAttemptKey } = await load();
      const key = attemptKeyFor({ totalAmount: 999 }, 'u1');
      expect(attemptKeyFor({ totalAmount: 999 }, 'u1')).toBe(key);
      removeAttemptKey('u1');
      expect(attemptKeyFor({ totalAmount: 999 }, 'u1')).not.toBe(key);
    },
  );
});
