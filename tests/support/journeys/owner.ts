// The owner at the desk: an invitation that is accepted, and what tests change in the shop's database beside it.
import type { Locator, Page } from '@playwright/test';
import { DEMO_OWNER, invite } from '../../../src/desk/door/people.ts';
import { openDatabaseBeside } from '../../../src/server/platform/database/open.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { openAuthenticator } from '../authenticator.ts';
import type { RunningShop } from '../shop.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectTargetsOf44Px,
  shopTime,
  testOwnShop,
} from './journey.ts';

export const owner = { email: 'meena@maalai.example', password: 'tuning fork lantern' };

interface DeskFixtures {
  /** A page of the desk of `ownShop`, in a browser of its own without scripts. */
  desk: Page;
}

/** For a journey at the desk of a shop of its own. */
export const testDesk = testOwnShop.extend<DeskFixtures>({
  desk: async ({ browser, ownShop }, use) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: deskOrigin(ownShop),
    });
    await use(await context.newPage());
    await context.close();
  },
});

export const deskOrigin = (shop: RunningShop): string => new URL(shop.firstSignIn()).origin;

/** Lets another browser be signed in where this one is. */
export const shareCookies = async (from: Page, to: Page) =>
  to.context().addCookies(await from.context().cookies());

/** Works on the database of a running shop. Resolves to what the work resolves to. */
export async function change<T>(shop: RunningShop, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabaseBeside(shop.database);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Lets an order be due on a day, because a new one is due in four. */
export const makeDue = (shop: RunningShop, id: string, day: string) =>
  change(shop, (db) =>
    db
      .updateTable('shop_order')
      .set({ send_by: day, promised_by: day })
      .where('id', '=', id)
      .execute(),
  );

/** Lets the ten minutes pass in which a dispatch can be undone. */
export const passTenMinutes = (shop: RunningShop, id: string) =>
  change(shop, async (db) => {
    const past = new Date(shopTime() - 1_000).toISOString();
    await db
      .updateTable('order_event')
      .set({ shown_at: past })
      .where('order_id', '=', id)
      .execute();
    await db.updateTable('mail').set({ next_try_at: past }).where('order_id', '=', id).execute();
  });

/** Lets the last proof of who sits at the desk be older than ten minutes. */
export const ageProof = (shop: RunningShop) =>
  change(shop, (db) =>
    db
      .updateTable('desk_session')
      .set({ proven_at: new Date(shopTime() - 3_600_000).toISOString() })
      .execute(),
  );

/** Presses the button of a form of the desk, and waits until the page that follows has loaded: only then may another one open. */
export async function submit(button: Locator): Promise<void> {
  await Promise.all([button.page().waitForEvent('load'), button.click()]);
}

/** Opens the desk as the owner of a demo does. The page of the link goes on to Today by itself. */
export async function enterDesk(desk: Page, shop: RunningShop): Promise<void> {
  await desk.goto(await change(shop, (db) => invite(db, new Date(shopTime()), DEMO_OWNER)));
  await desk.waitForURL(`${deskOrigin(shop)}/`);
}

/**
 * Accepts an invitation by keyboard alone. Calls `see` on each page of it, by name. Resolves to the recovery codes, and to
 * what reads the code that the app shows next.
 */
export async function acceptInvitation(
  desk: Page,
  shop: RunningShop,
  see: (name: string) => Promise<unknown> = async () => undefined,
): Promise<{ recovery: string[]; later: () => Promise<string> }> {
  await desk.goto(await change(shop, (db) => invite(db, new Date(shopTime()), owner.email)));
  await expect(desk.getByLabel('New password')).toBeFocused();
  await see('invite');
  await desk.keyboard.type(owner.password);
  await desk.keyboard.press('Tab');
  await desk.keyboard.type(owner.password);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await see('invite-app');
  const key = await desk.getByRole('status', { name: 'Setup key' }).innerText();
  const code = openAuthenticator(key, shopTime);
  await desk.keyboard.type(await code());
  await desk.keyboard.press('Enter');
  const codes = desk.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await see('invite-codes');
  return { recovery: await codes.allInnerTexts(), later: () => code(1) };
}

/**
 * Expects that a page of the desk fits small and large windows, is accessible, and has targets for thumbs. At 1280 px it has
 * the same elements and colours in other places, so it is not looked through again.
 * @param url without it, the page in its present state
 */
export async function expectDeskFit(page: Page, url?: string): Promise<void> {
  if (url !== undefined) await page.goto(url);
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 320) await expectTargetsOf44Px(page);
    if (width === 360) await expectAccessible(page);
    // A browser whose letters have 24 px, then usual ones.
    for (const size of ['150%', '']) {
      await page.evaluate(
        (to) => document.documentElement.style.setProperty('font-size', to),
        size,
      );
      await expectNoSidewaysScroll(page);
    }
  }
}
