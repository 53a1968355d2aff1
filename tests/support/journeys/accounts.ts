// The accounts of journeys, and the time of their shops.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import { insertAccount, insertSession, withAccounts } from '../server/insert-session.ts';
import type { RunningShop } from '../shop.ts';

/** When the shops of journeys start: no journey meets midnight or the end of a year. Pages follow the shop's clock. */
const START = Date.parse('2026-11-14T10:00:00+05:30');
export const ahead = START - Date.now();

/** Returns the time by the clock of the journeys' shops, in milliseconds since 1970. */
export const shopTime = (): number => Date.now() + ahead;

export interface Shopper {
  name: string;
  email: string;
  password: string;
}

/** Returns a new person without an account. */
export function newShopper(): Shopper {
  return {
    name: 'Kavya Raman',
    email: `kavya.${randomUUID().slice(0, 8)}@example.com`,
    password: 'mango-lassi-42',
  };
}

type Cookie = Awaited<ReturnType<typeof insertSession>>;

/** By shop: accounts that nobody has yet. They are inserted many at once, because opening the database takes long. */
const accounts = new WeakMap<RunningShop, { shopper: Shopper; cookie: Cookie | undefined }[]>();
const AT_ONCE = 40;

/** Inserts accounts, three of four with a session. */
const insertAccounts = (shop: RunningShop) =>
  withAccounts(shop, async (auth) => {
    const made = [];
    for (let count = 0; count < AT_ONCE; count += 1) {
      const shopper = newShopper();
      const id = await insertAccount(auth, shopper);
      // The shop has another time than this process.
      const session = () => insertSession(auth, id, shopTime());
      made.push({ shopper, cookie: count % 4 === 0 ? undefined : await session() });
    }
    return made;
  });

async function takeAccount(shop: RunningShop, hasSession: boolean) {
  const left = accounts.get(shop) ?? (await insertAccounts(shop));
  accounts.set(shop, left);
  const at = left.findIndex(({ cookie }) => (cookie !== undefined) === hasSession);
  if (at >= 0) return left.splice(at, 1)[0]!;
  accounts.delete(shop);
  return takeAccount(shop, hasSession);
}

/** Resolves to the person of a new account without a session. */
export async function newAccount(shop: RunningShop): Promise<Shopper> {
  return (await takeAccount(shop, false)).shopper;
}

/** Signs the page's browser in with a new account, without the login screen. */
export async function signIn(page: Page, shop: RunningShop): Promise<Shopper> {
  const { shopper, cookie } = await takeAccount(shop, true);
  await page.context().addCookies([
    { ...cookie!, url: shop.origin, httpOnly: true, sameSite: 'Lax' },
    { name: 'maalai.signed_in', value: '1', url: shop.origin },
  ]);
  return shopper;
}

/** Logs an account in on a device without a screen. */
export const logInOn = (
  device: APIRequestContext,
  { email, password }: Shopper,
): Promise<APIResponse> => device.post('/api/auth/sign-in/email', { data: { email, password } });

/** Resolves to who is logged in on a device, or to null. */
export const sessionOn = async (device: APIRequestContext): Promise<unknown> =>
  (await device.get('/api/auth/get-session')).json();
