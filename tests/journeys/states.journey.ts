// A screen whose code fails: it throws, is missing after a deploy, or is late.
import { covers } from '#support/covers.ts';
import { expect, expectFit, holdBack, hydrated, test, visit } from '#support/journeys/journey.ts';
import { pictures } from '#support/journeys/product-page.ts';

test(
  'a screen that throws shows an error between the bar and the footer, and can be reloaded',
  covers('route-18', 'state-22'),
  async ({ page, allow }) => {
    allow(/no room for dialogs/);
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
    await alert.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dairy Milk Garland');
  },
);

test('the old screen stays, with its styles, while the code of the next one loads @all', async ({
  page,
}) => {
  await visit(page, '/login');
  const send = await holdBack(page, /\/assets\/.*\.(js|css)$/);
  const request = page.waitForRequest(/\/assets\/.*\.js$/);
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await request;
  await expect(page).toHaveURL(/nowhere/);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back!' })).toBeVisible();
  await send();
  await expect(page.getByText('404 - Page Not Found')).toBeVisible();
});

test('a page whose code is gone after a deploy is reloaded @all', async ({ page, allow }) => {
  allow(/404/);
  await visit(page, '/shipping');
  let isGone = true;
  await page.route('**/assets/*.js', (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  // The change of the address, then the reload.
  page.once('framenavigated', () => {
    page.once('framenavigated', () => {
      isGone = false;
    });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'ContactUs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get in Touch' })).toBeVisible();
  await hydrated(page);
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(false);
});
