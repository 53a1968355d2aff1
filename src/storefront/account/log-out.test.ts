import { afterEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { sessionStore, setSession } from '../session/session.ts';
import { forgetAccount, logOut } from './log-out.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each(['here', 'everywhere'] as const)(
  'deletes the unpaid attempts of the account once it is logged out %s',
  async (where) => {
    const { local } = openBrowser();
    const begun = {
      orderId: 'order_1',
      userId: 'u1',
      startedAt: new Date().toISOString(),
      cartLines: [],
    };
    const paid = { ...begun, orderId: 'order_2', result: { paymentId: 'pay_2', signature: 'aa' } };
    const others = { ...begun, orderId: 'order_3', userId: 'u2' };
    const kept = () => JSON.parse(local.getItem('maalai.payments') ?? '');
    local.setItem('maalai.payments', JSON.stringify([begun, paid, others]));
    setSession({ id: 'u1', email: 'asha@example.com', name: 'Asha' });
    let status = 503;
    vi.stubGlobal('fetch', async () => Response.json({ status: true }, { status }));
    expect(await logOut(where)).toBe(false);
    expect(kept()).toHaveLength(3);
    status = 200;
    expect(await logOut(where)).toBe(true);
    expect(kept()).toEqual([paid, others]);
    local.setItem('maalai.payments', JSON.stringify([begun, null]));
    setSession({ id: 'u1', email: 'asha@example.com', name: 'Asha' });
    expect(await logOut(where)).toBe(true);
    expect(local.getItem('maalai.payments')).toBeNull();
  },
);

it('deletes the attempts of a deleted account, and keeps those of others', () => {
  const { local } = openBrowser();
  const startedAt = new Date().toISOString();
  const begun = { orderId: 'order_1', userId: 'u1', startedAt };
  const others = { ...begun, orderId: 'order_3', userId: 'u2' };
  const payments = [begun, others].map((payment) => ({ ...payment, cartLines: [] }));
  local.setItem('maalai.payments', JSON.stringify(payments));
  setSession({ id: 'u1', email: 'asha@example.com', name: 'Asha' });
  forgetAccount('u1');
  expect(sessionStore.snapshot().status).toBe('signed-out');
  expect(JSON.parse(local.getItem('maalai.payments') ?? '')).toEqual([payments[1]]);
});
