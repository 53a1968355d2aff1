// The frame of every screen (the bar and its menu, the footer, the chat link). src/server/web/site.integration.test.ts shows
// the texts and addresses of the footer.
import type { Page } from '@playwright/test';
import { sessionOn } from '#support/journeys/accounts.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInStoppedTime,
  expectFit,
  expectNoSidewaysScroll,
  shopTime,
  test,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import { keepInCart, signIn } from '#support/journeys/shopper.ts';
import { phone } from '#support/journeys/windows.ts';

const toTheEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
const scrolled = (page: Page) => page.evaluate(() => scrollY);
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('a wide screen has the bar and a small one the menu; the style changes after 20 px of scrolling @wide [bar-1..3,8..10 constant-30 name-3,6,7]', async ({
  page,
  isMobile,
}) => {
  await visit(page, '/home');
  await expect(bar(page).getByRole('link', { name: 'Maalai' })).toHaveAttribute('href', '/home');
  const header = page.locator('header');
  await expect(header).toHaveAttribute('data-scrolled', 'false');
  await page.evaluate(() => scrollTo({ top: 21, behavior: 'instant' }));
  await expect(header).toHaveAttribute('data-scrolled', 'true');
  await page.evaluate(() => scrollTo({ top: 20, behavior: 'instant' }));
  await expect(header).toHaveAttribute('data-scrolled', 'false');
  await toTheEnd(page);
  await expect(bar(page)).toBeInViewport();
  await (isMobile ? expectMenu(page) : expectBar(page));
});

/** The links of the bar, and what the menu calls them. */
const links = [
  { name: 'Home', path: '/home' },
  { name: 'Products', path: '/productspage' },
  { name: 'Combo', inMenu: 'Combos', path: '/combo' },
  { name: 'ContactUs', inMenu: 'Contact Us', path: '/Contactus' },
  { name: 'Your orders', inMenu: 'Your order', path: '/your-orders' },
  { name: 'Login', path: '/login' },
];

async function expectBar(page: Page): Promise<void> {
  for (const { name, path } of [...links, { name: 'Cart', path: '/cart' }]) {
    const link = bar(page).getByRole('link', { name, exact: true });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('href', path);
  }
  await expect(bar(page).getByRole('button', { name: 'Open menu' })).toBeHidden();
  await bar(page).getByRole('link', { name: 'Home', exact: true }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
}

async function expectMenu(page: Page): Promise<void> {
  await expect(bar(page).getByRole('link', { name: 'Your orders' })).toBeHidden();
  const open = page.getByRole('button', { name: 'Open menu' });
  const place = await open.boundingBox();
  await open.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link')).toHaveCount(links.length);
  await expectAccessible(page, 'dialog[open]');
  // Another tap at the same place closes it
  const close = menu.getByRole('button', { name: 'Close menu' });
  await expect.poll(() => close.boundingBox()).toEqual(place);
  for (const { name, inMenu = name, path } of links) {
    const row = menu.getByRole('link', { name: inMenu, exact: true });
    await expect(row).toHaveAttribute('href', path);
  }
  await close.click();
  await expect(menu).toBeHidden();
  await open.click();
  await menu.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(/\/productspage$/);
  await expect(menu).toBeHidden();
  await expect.poll(() => scrolled(page)).toBe(0);
}

/** Resolves to the element with Login and Logout: the bar, or on a phone the menu, which this opens. */
async function accountPlace(page: Page, isMobile: boolean) {
  if (!isMobile) return bar(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

test('a Logout that fails shows an alert; the next one signs out and leads to the login [bar-7,11,12 role-1 transition-1 name-5 state-2]', async ({
  page,
  shop,
  isMobile,
  allow,
}) => {
  allow(/sign-out/, /Failed to load resource/);
  await signIn(page, shop);
  await visit(page, '/contactus');
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  const place = await accountPlace(page, isMobile);
  const logout = place.getByRole('button', { name: 'Logout' });
  const login = place.getByRole('link', { name: 'Login' });
  await expect(login).toBeHidden();
  await expectFit(page, isMobile ? 'dialog[open]' : 'header');
  await logout.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'We could not log you out.' }),
  ).toBeVisible();
  await expect(logout).toBeVisible();
  await expect(page).toHaveURL(/\/contactus$/);

  await page.unroute('**/api/auth/sign-out');
  await logout.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  await accountPlace(page, isMobile);
  await expect(login).toBeVisible();
  await expect(logout).toBeHidden();
  expect(await sessionOn(page.request)).toBeNull();
});

test('the alert of a failed Logout is accessible @all', async ({ page, shop, isMobile, allow }) => {
  allow(/sign-out/, /Failed to load resource/);
  await signIn(page, shop);
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  // The alert goes by itself, and axe may take longer.
  await visitInStoppedTime(page, '/contactus');
  const place = await accountPlace(page, isMobile);
  await place.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alert')).toContainText('We could not log you out.');
  await expectAccessibleInStoppedTime(page, '[role=alert]');
});

test('the footer has the current year, a click on it scrolls to the top, and its links open pages @all [footer-3,5]', async ({
  page,
}) => {
  await visit(page, '/home');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© ${new Date(shopTime()).getFullYear()} Maalai`);
  await toTheEnd(page);
  expect(await scrolled(page)).toBeGreaterThan(500);
  await footer.getByRole('heading', { name: 'Quick Links' }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
  await footer.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await expect(page).toHaveTitle('Privacy | Maalai');
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible();
});

test('the chat link is one element: lower right, above a pay bar, or the left end of that of a product page [shop-20 name-8]', async ({
  page,
  shop,
}) => {
  const chat = page.getByRole('link', { name: 'Chat with us' });
  /** The distances from the right and lower edges of the window. */
  const place = () =>
    chat.evaluate((link) => {
      link.dataset['same'] = '';
      const { right, bottom } = link.getBoundingClientRect();
      return [innerWidth - right, innerHeight - bottom];
    });
  const expectBesidePayBar = async (isWithin: boolean) => {
    const payBar = (await page.locator('[data-pay-bar]').boundingBox())!;
    const { x, y, width, height } = (await chat.boundingBox())!;
    if (!isWithin) return expect(y + height + 12).toBe(payBar.y);
    expect(y).toBeGreaterThan(payBar.y);
    const buyNow = await page.getByRole('button', { name: 'Buy Now' }).boundingBox();
    expect(x + width).toBeLessThanOrEqual(buyNow!.x);
  };
  await page.setViewportSize(phone.viewport);
  await keepInCart(page, shop, { id: '6', title: 'Sandal Garland', quantity: 1 });
  await visit(page, '/home');
  // Reduced motion has no transitions: not even one of a frame, in which the link is where it was before.
  await page.evaluate(() => {
    addEventListener('transitionrun', () => (document.body.dataset['moved'] = ''));
  });
  for (const top of [0, 900, 9000]) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    expect(await place()).toEqual([16, 16]);
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.locator('[data-same]')).toBeHidden();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(chat).toBeVisible();
  // As a phone's keyboard does
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 400, configurable: true });
    visualViewport!.dispatchEvent(new Event('resize'));
  });
  await expect(chat).toBeHidden();
  await page.evaluate(() => {
    delete (visualViewport as { height?: number }).height;
    visualViewport!.dispatchEvent(new Event('resize'));
  });

  const words = async () => new URL((await chat.getAttribute('href'))!).searchParams.get('text');
  expect(await words()).not.toContain('Garland');
  const best = page.getByRole('region', { name: 'Best Sellers' });
  await best.getByRole('link', { name: 'KitKat Garland' }).click();
  await expect.poll(words).toContain('KitKat Garland');
  await expectBesidePayBar(true);
  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeVisible();
  await expectBesidePayBar(false);
  await expect(chat).toHaveAttribute('data-same');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(place).toEqual([24, 24]);
  await expect(page.locator('[data-moved]')).toHaveCount(0);
});

test('the bar fits a narrow tablet with wider letters and words @all', async ({ page, shop }) => {
  await signIn(page, shop);
  await page.setViewportSize({ width: 768, height: 1024 });
  await visit(page, '/Contactus');
  // As WCAG 1.4.12 has it.
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
    document.adoptedStyleSheets = [spacing];
  });
  await expect(bar(page).getByRole('button', { name: 'Logout' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
