// The tests for every engine: each route at both widths, and a complete purchase.
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import { freePort } from '#support/free-port.ts';
import { insertAccount, insertSession, withAccounts } from '#support/server/insert-session.ts';
import { desktop, phone } from '#support/journeys/windows.ts';
import { startRealShop } from '#support/shop.ts';
import type { RunningShop } from '#support/shop.ts';
import { routes } from '../../src/storefront/app/routes.tsx';
import { buyGarland } from './buy-garland.ts';
import { button, dialog, header, link, pageOf } from './page.ts';
import type { Page } from './page.ts';
import type { StartEngine } from './webdriver.ts';
import { startWitness } from './witness.ts';

const ofTheSignedIn = ['/your-orders', '/account'];
const tokens: Record<string, string> = { '/reset-password': '#any', '/confirm-email': '#any' };

/** Describes the shop in an engine. */
export function showShopIn(name: string, start: StartEngine): void {
  describe(`in ${name}`, () => {
    const running = new AsyncDisposableStack();
    let shop: RunningShop;
    let witness: Awaited<ReturnType<typeof startWitness>>;
    let page: Page;

    beforeAll(async () => {
      const port = await freePort();
      witness = await startWitness(running, port);
      shop = await startRealShop({ PORT: String(port), ORIGIN: witness.origin });
      running.defer(() => shop.remove());
      page = pageOf(await start(running), witness.origin);
    });
    afterAll(() => running.disposeAsync());

    const cookiesOfNewAccount = () =>
      withAccounts({ database: shop.database, origin: witness.origin }, async (auth) => {
        const email = `kavya.${Date.now()}@example.com`;
        const session = await insertSession(auth, await insertAccount(auth, { email }));
        return [
          { ...session, httpOnly: true },
          { name: 'maalai.signed_in', value: '1' },
        ];
      });

    for (const [device, { viewport: window }] of Object.entries({ phone, desktop })) {
      describe(`at ${window.width} px`, () => {
        beforeAll(() => page.resize(window));
        beforeEach(() => void witness.troubles());
        afterEach(() => expect(witness.troubles()).toEqual([]));

        for (const { path, title } of routes) {
          it(`${path} opens without errors, fits the window and responds to a tap`, async () => {
            if (ofTheSignedIn.includes(path)) {
              await page.signIn(await cookiesOfNewAccount());
              onTestFinished(() => page.forget());
            }
            await page.visit(path + (tokens[path] ?? ''));
            expect(await page.evaluate(() => document.title)).toContain(title);
            await expectOpen(page, window.width);
            await (device === 'phone' ? expectMenu(page) : expectBar(page, path));
          });
        }

        it('an unknown address opens the page for it with status 404', async () => {
          await page.visit('/no-such-page');
          await expectOpen(page, window.width);
          expect(witness.troubles()).toEqual(['GET /no-such-page 404']);
        });

        it('a garland can be bought, from the listing to the order', async () => {
          onTestFinished(() => page.forget());
          expect(await buyGarland(page, device)).toMatch(/^MA-/);
        });
      });
    }
  });
}

/** Expects one h1, and a page that is no wider than its window. */
async function expectOpen(page: Page, width: number): Promise<void> {
  await page.see([{ css: 'h1' }]);
  const widths = await page.evaluate(() => ({
    window: innerWidth,
    page: document.documentElement.scrollWidth,
  }));
  expect(widths.window).toBe(width);
  expect(widths.page).toBeLessThanOrEqual(width);
}

/** Expects that the menu of a phone opens and closes. */
async function expectMenu(page: Page): Promise<void> {
  await page.click(button('Open menu'));
  await page.click(button('Close menu', dialog('Menu')));
  await page.see(button('Open menu'));
}

/** Expects that a link of the bar changes the screen without loading another document. */
async function expectBar(page: Page, path: string): Promise<void> {
  const [name, next] = path === '/combo' ? ['Products', '/productspage'] : ['Combo', '/combo'];
  await page.evaluate(() => void Object.assign(document, { isSame: true }));
  await page.click(link(name, header));
  await page.arrive(next);
  expect(await page.evaluate(() => 'isSame' in document)).toBe(true);
}
