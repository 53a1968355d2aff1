// A screen whose code fails: it throws, is missing after a deploy, or is late.
import type { Page } from '@playwright/test';
import { covers } from '#support/covers.ts';
import {
  expect,
  expectFit,
  expectTroubles,
  hydrated,
  test,
  visit,
} from '#support/journeys/journey.ts';
import { pictures } from '#support/journeys/product-page.ts';

test(
  'a screen that throws shows an error between the bar and the footer, and can be reloaded',
  covers('route-18', 'state-22'),
  async ({ page, troubles }) => {
    await visit(page, '/dairymilkgarland');
    await page.evaluate(() => {
      HTMLDialogElement.prototype.showModal = () => {
        throw new Error('no room for dialogs');
      };
    });
    await pictures(page, 'Dairy Milk Garland').click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert.getByRole('heading', { level: 1 })).toHaveText('Something came undone');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expectFit(page);
    await expectTroubles(troubles, 'no room for dialogs');
    await alert.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dairy Milk Garland');
  },
);

/** Resolves to the scripts and style sheets that the page needs and the other one does not. */
async function ownFiles(page: Page, path: string, other: string): Promise<Set<string>> {
  const filesOf = async (address: string) =>
    [
      ...(await (await page.request.get(address)).text()).matchAll(/\/assets\/[\w-]+\.(?:js|css)/g),
    ].map(([file]) => file);
  const known = await filesOf(other);
  return new Set((await filesOf(path)).filter((file) => !known.includes(file)));
}

test('the old screen stays, with its styles, while the code of the next one loads', async ({
  page,
}) => {
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  const files = await ownFiles(page, '/nowhere', '/login');
  expect(files.size).toBeGreaterThan(0);
  await page.route(
    ({ pathname }) => files.has(pathname),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await visit(page, '/login');
  const asked = page.waitForRequest((request) => files.has(new URL(request.url()).pathname));
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await asked;
  await expect(page).toHaveURL(/nowhere/);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back!' })).toBeVisible();
  send();
  await expect(page.getByText('404 - Page Not Found')).toBeVisible();
});

test('a page whose code is gone after a deploy is reloaded', async ({ page, troubles }) => {
  let isGone = true;
  const files = await ownFiles(page, '/contactus', '/shipping');
  await page.route(
    ({ pathname }) => pathname.endsWith('.js') && files.has(pathname),
    (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()),
  );
  await visit(page, '/shipping');
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  page.once('framenavigated', () => {
    page.once('framenavigated', () => {
      isGone = false;
    });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'ContactUs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get in Touch' })).toBeVisible();
  await hydrated(page);
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(false);
  expect(troubles.splice(0).every((trouble) => trouble.includes('404'))).toBe(true);
});
