import { beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { setServerTime } from '../platform/clock.ts';
import { sessionStore, setSession } from '../session/session.ts';
import { forgetAccount, logOut } from './log-out.ts';

const browser = openBrowser();
// Another test of this process may have set another time.
beforeEach(() => setServerTime(Date.now()));

const account = { id: 'u1', email: 'asha@example.com', name: 'Asha' };
const begun = {
  orderId: 'order_1',
  userId: account.id,
  startedAt: new Date().toISOString(),
  cartLines: [],
};
const paid = { ...begun, orderId: 'order_2', result: { paymentId: 'pay_2', signature: 'aa' } };
const others = { ...begun, orderId: 'order_3', userId: 'u2' };

/** A browser in which the account is signed in and payments were begun. */
function signedIn() {
  browser.local.setItem('maalai.payments', JSON.stringify([begun, paid, others]));
  setSession(account);
  return () => JSON.parse(browser.local.getItem('maalai.payments') ?? '');
}

it.each(['here', 'everywhere'] as const)(
  'deletes the unpaid attempts of the account once it is logged out %s',
  async (where) => {
    const payments = signedIn();
    let status = 503;
    vi.stubGlobal('fetch', async () => Response.json({ status: true }, { status }));
    expect(await logOut(where)).toBe(false);
    expect(payments()).toEqual([begun, paid, others]);
    status = 200;
    expect(await logOut(where)).toBe(true);
    expect(payments()).toEqual([paid, others]);
  },
);

it('deletes the unpaid attempts of a deleted account, and signs out', () => {
  const payments = signedIn();
  forgetAccount(account.id);
  expect(sessionStore.snapshot().status).toBe('signed-out');
  expect(payments()).toEqual([paid, others]);
});
