// What stands around every screen: the bar and its menu, the footer, the chat link; and one page for every
// spelling of a path.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, visit } from '../support/journey.ts';
import { newShopper, signInQuickly } from '../support/shopper.ts';

const toTheEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
const scrolled = (page: Page) => page.evaluate(() => scrollY);
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('the bar of a wide screen, the menu of a small one', async ({ page, isMobile }) => {
  await visit(page, '/home');
  await toTheEnd(page);
  await (isMobile ? expectMenu(page) : expectBar(page));
});

async function expectBar(page: Page): Promise<void> {
  for (const name of ['Home', 'Products', 'Combo', 'ContactUs', 'Cart', 'Your orders', 'Login']) {
    await expect(bar(page).getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(bar(page).getByRole('button', { name: 'Open menu' })).toBeHidden();
  await bar(page).getByRole('link', { name: 'Home', exact: true }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
}

async function expectMenu(page: Page): Promise<void> {
  await expect(bar(page).getByRole('link', { name: 'Your orders' })).toBeHidden();
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await menu.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(/\/productspage$/);
  await expect(menu).toBeHidden();
  expect(await scrolled(page)).toBe(0);
}

test('Logout signs out and leads to the login screen', async ({ page, isMobile }) => {
  await signInQuickly(page, newShopper());
  await visit(page, '/home');
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  const place = isMobile ? page.getByRole('dialog', { name: 'Menu' }) : bar(page);
  await expect(place.getByRole('link', { name: 'Login' })).toBeHidden();
  await expectAccessible(page);
  await place.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(place.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(place.getByRole('button', { name: 'Logout' })).toBeHidden();
  await page.goto('/your-orders');
  await expect(page).toHaveURL(/\/login$/);
});

test('the footer: its links, its contacts, this year, and up to the top', async ({ page }) => {
  await visit(page, '/home');
  const footer = page.getByRole('contentinfo');
  const links = footer.getByRole('listitem').getByRole('link');
  await expect(links.filter({ hasNotText: /@|\+91|Location/ })).toHaveText([
    'Home',
    'Products',
    'Combos',
    'ContactUs',
  ]);
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(footer.locator('a[href^="tel:"]')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Location' })).toHaveAttribute('href', /^https:/);
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Maalai`);
  await toTheEnd(page);
  expect(await scrolled(page)).toBeGreaterThan(500);
  await footer.getByRole('heading', { name: 'Quick Links' }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('the chat link names the product of the page', async ({ page }) => {
  await visit(page, '/home');
  const words = async () => {
    const href = await page.getByRole('link', { name: 'Chat with us' }).getAttribute('href');
    return new URL(href!).searchParams.get('text');
  };
  expect(await words()).not.toContain('Garland');
  const best = page.getByRole('region', { name: 'Best Sellers' });
  await best.getByRole('link', { name: 'KitKat Garland' }).click();
  await expect(page).toHaveURL(/\/kitkatgarland$/);
  await expect.poll(words).toContain('KitKat Garland');
});

for (const path of ['/contactus', '/ContactUs', '/Contactus', '/CONTACTUS/']) {
  test(`${path} is the one contact page`, async ({ page, shop }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    expect(answer?.request().redirectedFrom()).toBeNull();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in Touch');
    const canonical = page.locator('link[rel=canonical]');
    await expect(canonical).toHaveCount(1);
    const address = await canonical.evaluate((link) => (link as HTMLLinkElement).href);
    expect(address).toBe(`${shop.origin}/contactus`);
    await expectAccessible(page);
  });
}
