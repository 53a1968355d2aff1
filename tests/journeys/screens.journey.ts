// Every route: opens without a complaint of the browser, accessible, within the window, and standing still.
import { covers } from '#support/covers.ts';
import { expect, expectAccessible, expectFit, test, visit } from '#support/journeys/journey.ts';

const routes = [
  '/home',
  '/productspage',
  '/combo',
  '/weddingcombo',
  '/birthdaycombo',
  '/dairymilkgarland',
  '/fivestargarland',
  '/kitkatgarland',
  '/sandlegarland',
  '/chocolatecrown',
  '/chocolatebouquet',
  '/prod',
  '/cart',
  '/deliveryform',
  '/login',
  '/signup',
  '/forgot-password',
  '/Contactus',
];

for (const route of routes) {
  test(
    `${route} opens clean, accessible and still`,
    covers(
      'shop-20',
      'route-2',
      'route-3',
      'route-4',
      'route-5',
      'route-6',
      'route-7',
      'route-8',
      'route-9',
      'route-10',
      'route-13',
      'route-17',
      'role-2',
      'running-12',
      'name-8',
      'state-1',
      'found-6',
    ),
    async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await visit(page, route);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('link', { name: 'Chat with us' })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\/\d+/,
      );
      await expect(page.getByText(/demo/i).first()).toBeVisible();
      await expectFit(page);
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { shifts: number[] }).shifts,
      );
      expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
    },
  );
}

test(
  'a path that is not known',
  covers('route-16', 'error-18', 'state-22'),
  async ({ page, troubles }) => {
    const reply = await page.goto('/no-such-page');
    expect(reply?.status()).toBe(404);
    await expect(page.getByText('404 - Page Not Found')).toBeVisible();
    await expectAccessible(page);
    expect(troubles.splice(0)).toEqual([expect.stringContaining('404')]);
  },
);

test(
  'the bar: style past 20 px, menu on small screens',
  covers('bar-8', 'bar-10', 'constant-30', 'name-6', 'name-7'),
  async ({ page, isMobile }) => {
    await visit(page, '/home');
    const header = page.locator('header');
    await expect(header).toHaveAttribute('data-scrolled', 'false');
    await page.evaluate(() => scrollTo(0, 20));
    await expect(header).toHaveAttribute('data-scrolled', 'false');
    await page.evaluate(() => scrollTo(0, 21));
    await expect(header).toHaveAttribute('data-scrolled', 'true');
    if (!isMobile) return;
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
    await expectAccessible(page);
    for (const name of ['Home', 'Products', 'Combos', 'Your order', 'Contact Us', 'Login']) {
      await expect(page.getByRole('dialog').getByRole('link', { name, exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

test(
  'the listing finds, filters and says so when there is nothing',
  covers('listing-2', 'listing-3', 'listing-6', 'error-18', 'name-13', 'name-14', 'state-4'),
  async ({ page }) => {
    await visit(page, '/productspage');
    const cards = page.getByRole('main').getByRole('article');
    const all = await cards.count();
    await page.getByRole('button', { name: 'currency' }).click();
    await expect(page.getByRole('button', { name: 'currency' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(cards).toHaveCount(1);
    await expect(page.getByRole('article', { name: 'KitKat Garland' })).toBeVisible();
    await page.getByRole('button', { name: 'all', exact: true }).click();
    await expect(cards).toHaveCount(all);
    await page.getByRole('searchbox', { name: 'Search for products...' }).fill('zzz');
    await expect(page.getByText('No products found')).toBeVisible();
    await expect(
      page.getByText("Try adjusting your search or filter to find what you're looking for"),
    ).toBeVisible();
    await expectAccessible(page);
  },
);

test('login says the one sentence of the specification, and the page shows who is signed in', async ({
  page,
  troubles,
}) => {
  await visit(page, '/login');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('wrong-password');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Error signing in. Please try again.')).toBeVisible();
  await expectAccessible(page);
  expect(troubles.splice(0)).toEqual([expect.stringContaining('401')]);
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
});
