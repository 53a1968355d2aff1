// What phones bring: pages that others changed before the shop's scripts came, low windows, large letters, forced colours
// and the keyboards of other scripts.
import type { Page } from '@playwright/test';
import { routes } from '../../src/storefront/app/routes.tsx';
import { expectUncovered } from '#support/journeys/covered.ts';
import { openWithoutScripts } from '#support/journeys/early-taps.ts';
import { expect, expectNoSidewaysScroll, test, visit } from '#support/journeys/journey.ts';
import { openForm } from '#support/journeys/review-page.ts';
import { fillSignUp, fivestar, keepInCart, newShopper, signIn } from '#support/journeys/shopper.ts';
import type { RunningShop } from '#support/shop.ts';

/** Not the one of the bar. */
const loginButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login' });

/** Runs in the page: what extensions and translations do to it. */
const changes = {
  'an element beside each field': () => {
    for (const field of document.querySelectorAll('input')) {
      field.insertAdjacentHTML('afterend', '<button type="button"><input></button>');
    }
  },
  'a translation': () => {
    const walker = document.createTreeWalker(
      document.getElementById('root')!,
      NodeFilter.SHOW_TEXT,
    );
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.textContent = `${text.data}!`;
    }
  },
};

const fillCart = (page: Page, shop: RunningShop) => keepInCart(page, shop, fivestar);

function posts(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

for (const [name, change] of Object.entries(changes)) {
  test.describe(`${name} before the scripts have come`, () => {
    test('leaves what was typed, and a tapped Login is sent once', async ({ page, allow }) => {
      allow(/401/, /Minified React error #418/);
      const sent = posts(page);
      const arrive = await openWithoutScripts(page, '/login');
      await page.getByLabel('Email').fill('early@maalai.example');
      await page.evaluate(change);
      const password = page.locator('input[name=password]');
      await password.fill('not-the-password');
      await loginButton(page).click();
      await arrive();
      await expect(page.getByText('Error signing in. Please try again.')).toBeVisible();
      expect(sent).toEqual(['/api/auth/sign-in/email']);
      await expect(page.getByLabel('Email')).toHaveValue('early@maalai.example');
      await expect(password).toHaveValue('not-the-password');
      await expect(page.locator('#root font, #root button > input')).toHaveCount(0);
    });

    test('leaves a sign-up, its focus and an open menu @all', async ({ page, allow }) => {
      allow(/Minified React error #418/);
      const sent = posts(page);
      const shopper = newShopper();
      const arrive = await openWithoutScripts(page, '/signup');
      await fillSignUp(page, shopper);
      await page.evaluate(change);
      await page.locator('[name=address]').focus();
      await arrive();
      await expect(page.getByLabel('Address')).toBeFocused();
      await expect(page.getByLabel('State')).toHaveValue('Tamil Nadu');
      await expect(page.getByLabel('Confirm Password')).toHaveValue(shopper.password);
      await page.getByRole('button', { name: 'Register' }).click();
      await expect(page).toHaveURL(/\/login$/);
      expect(sent.filter((path) => path.includes('sign-up'))).toHaveLength(1);
    });

    test('leaves the delivery form, and a choice of version @all', async ({
      page,
      shop,
      allow,
    }) => {
      allow(/Minified React error #418/);
      await signIn(page, shop);
      await fillCart(page, shop);
      const arrive = await openWithoutScripts(page, '/deliveryform');
      await page.getByLabel('Full Address').fill('14, North Mada Street');
      await page.evaluate(change);
      await page.locator('[name=pincode]').fill('600004');
      await arrive();
      await expect(page.getByLabel('Full Address')).toHaveValue('14, North Mada Street');
      await expect(page.getByLabel('Pincode')).toHaveValue('600004');
      await page.reload();
      await expect(page.getByLabel('Pincode'), 'stored as typed').toHaveValue('600004');

      const comeAgain = await openWithoutScripts(page, '/dairymilkgarland');
      await page.evaluate(change);
      await page.locator('[value=kids]').check({ force: true });
      await page.locator('input[type=number]').fill('2');
      await comeAgain();
      await expect(page.getByRole('status', { name: 'Total price' })).toHaveText('₹1,598');
    });
  });
}

test('a focused text area is never under a fixed bar @all', async ({ page, shop }) => {
  await signIn(page, shop);
  await fillCart(page, shop);
  const pages: [string, () => Promise<void>][] = [
    ['/deliveryform', () => page.getByRole('button', { name: 'Add a note or a date' }).click()],
    ['/dairymilkgarland', () => openForm(page)],
    ['/prod', async () => {}],
  ];
  for (const [path, open] of pages) {
    await visit(page, path);
    await open();
    for (const [width, height] of [
      [740, 360],
      [320, 256],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const area of await page.locator('textarea:visible').all()) {
        await expectUncovered(area, `${path} ${width} × ${height}`);
      }
    }
  }
});

test('no page scrolls sideways with letters of 24 px @all', async ({ playwright, shop }, {
  project,
}) => {
  const { launchOptions } = project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=24'],
  });
  for (const width of [360, 320]) {
    const page = await browser.newPage({
      baseURL: shop.origin,
      viewport: { width, height: 640 },
      isMobile: true,
      hasTouch: true,
    });
    const expectFits = async (path: string) => {
      await visit(page, path);
      await test.step(`${path} at ${width} px`, () => expectNoSidewaysScroll(page));
    };
    for (const { path } of routes) await expectFits(path);
    await signIn(page, shop);
    await fillCart(page, shop);
    await page.evaluate(() => localStorage.setItem('maalai.signed-in', '1'));
    for (const path of ['/cart', '/deliveryform', '/account', '/your-orders', '/home'])
      await expectFits(path);
    await page.close();
  }
  await browser.close();
});

test('in forced colours dialogs have an edge, and the focus and what is chosen can be seen @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const look = (element: Element) => {
    const { backgroundColor, borderColor, outlineStyle } = getComputedStyle(element);
    return [backgroundColor, borderColor, outlineStyle].join();
  };
  const edge = (name: string) =>
    expect(page.getByRole('dialog', { name })).toHaveCSS('border-top-style', 'solid');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    for (const [path, chosen, other] of [
      ['/kitkatgarland', 'label:has(:checked)', 'label:has([type=radio]:not(:checked))'],
      ['/kitkatgarland', 'main button[aria-current]', 'main button[aria-current] ~ button'],
      ['/productspage', '[aria-pressed=true]', '[aria-pressed=false]'],
    ] as const) {
      if (!page.url().endsWith(path)) await visit(page, path);
      const [on, off] = [page.locator(chosen).first(), page.locator(other).first()];
      expect(await on.evaluate(look)).not.toBe(await off.evaluate(look));
    }
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await edge('Menu');
  await page.keyboard.press('Escape');
  const card = page.getByRole('article', { name: /KitKat/ });
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await edge('Choose Version');
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus-visible')).not.toHaveCount(0);
});

test('an Enter that ends a composed word applies no code and sends no form', async ({ page }) => {
  const sent = posts(page);
  await visit(page, '/login');
  await page.getByLabel('Email').fill('kavya@maalai.example');
  await page.getByLabel('Password', { exact: true }).fill('mango-lassi-42');
  const keyboard = await page.context().newCDPSession(page);
  await page.getByLabel('Email').focus();
  await keyboard.send('Input.imeSetComposition', { text: 'ம', selectionStart: 1, selectionEnd: 1 });
  await page.keyboard.press('Enter');
  await expect(loginButton(page)).toBeEnabled();
  expect(sent).toEqual([]);

  await visit(page, '/prod');
  const code = page.getByLabel('Discount code');
  await code.fill('WELCOME10');
  // Safari's last one has only the old code of a key.
  for (const end of [{ isComposing: true }, { keyCode: 229 }]) {
    await code.dispatchEvent('keydown', { key: 'Enter', ...end });
    await expect(code).not.toHaveAttribute('aria-invalid');
  }
  await code.press('Enter');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
});
