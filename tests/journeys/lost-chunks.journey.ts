// Scripts and styles that do not arrive: once, which nobody notices, and for ever, which ends in a message with a way on.
// Nothing stays busy or waiting.
import { expect, expectFit, holdBack, hydrated, test, visit } from '#support/journeys/journey.ts';
import { firstScripts } from '#support/journeys/first-scripts.ts';
import { insertOrder } from '#support/journeys/insert-order.ts';
import { comeToReviews, form, writeButton } from '#support/journeys/review-page.ts';
import { atCheckout, signIn } from '#support/journeys/shopper.ts';
import type { Page } from '@playwright/test';

const files = /\/assets\/[^/]+\.(?:js|css)$/;

type Loss = Awaited<ReturnType<typeof lose>>;

/** Loses files, by default all, for ever; after `once`, each once. `isLost` takes the path of a file. */
async function lose(page: Page, isLost: (path: string) => boolean = () => true) {
  const lost = new Set<string>();
  let isForEver = true;
  await page.route(files, async (route) => {
    const { pathname } = new URL(route.request().url());
    const isNew = !lost.has(pathname);
    lost.add(pathname);
    await (isLost(pathname) && (isForEver || isNew) ? route.abort() : route.continue());
  });
  return {
    forEver: () => void (isForEver = true),
    once() {
      isForEver = false;
      lost.clear();
    },
  };
}

/** Loses all that the pages at these paths load after their first scripts. */
async function loseLater(page: Page, ...paths: string[]): Promise<Loss> {
  const first = (await Promise.all(paths.map((path) => firstScripts(page, path)))).flat();
  return lose(page, (file) => !first.includes(file));
}

/** The errors of lost files. */
const LOSSES = /ERR_FAILED|Failed to (?:load resource|fetch dynamically)|could not be loaded|404/;

const alert = (page: Page) => page.getByRole('alert');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectNothingWaits(page: Page): Promise<void> {
  await expect(page.locator('[data-waiting], [aria-busy=true]:visible')).toHaveCount(0);
}

const LOST = /Part of this page has not arrived/;

// One page of each kind
const paths =
  '/home /productspage /combo /dairymilkgarland /chocolatecrown /prod /cart /deliveryform /success ' +
  '/login /signup /reset-password /confirm-email /contactus /shipping /nowhere';
for (const path of paths.split(' ')) {
  test(`${path} says that its screen is lost, and works if every file is lost once @all`, async ({
    page,
    allow,
  }) => {
    allow(LOSSES);
    const screen = (await firstScripts(page, path)).at(-1);
    await lose(page, (file) => file === screen);
    await page.goto(path);
    await expect(alert(page)).toHaveText(LOST);
    await page.unrouteAll({ behavior: 'wait' });
    (await lose(page)).once();
    await button(page, 'Reload').click();
    await hydrated(page);
    await expect(page.getByText(LOST)).toHaveCount(0);
  });
}

test('a tap on a page whose scripts are lost for ever does not wait, and Reload is in reach @all', async ({
  page,
  allow,
}) => {
  allow(LOSSES);
  const [entry] = await firstScripts(page, '/sandlegarland');
  await lose(page, (file) => file === entry);
  await page.goto('/sandlegarland', { waitUntil: 'commit' });
  await button(page, 'Add to Cart').click();
  await expect(alert(page)).toHaveText(LOST);
  await expectNothingWaits(page);
  await button(page, 'Add to Cart').click();
  await expectNothingWaits(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFit(page);
  await page.unrouteAll({ behavior: 'wait' });
  await button(page, 'Reload').click();
  await hydrated(page);
  await expect(alert(page)).toHaveCount(0);
});

test('a page says that its scripts are late, until they arrive and repeat the taps @all', async ({
  page,
}) => {
  await page.clock.install();
  const arrive = await holdBack(page, files);
  const requested = page.waitForRequest(/\/assets\/entry/);
  await page.goto('/sandlegarland', { waitUntil: 'commit' });
  await requested;
  await button(page, 'Add to Cart').click();
  await page.clock.runFor(20_000);
  await expect(alert(page)).toHaveText(LOST);
  await expectNothingWaits(page);
  await arrive();
  await hydrated(page);
  await expect(alert(page)).toHaveCount(0);
  await expect(page.getByText('Added to cart')).toBeVisible();
});

/** Expects that a part of the page says that it is lost, and that 'Try again' brings it. */
async function expectTryAgain(page: Page, what: string, loss: Loss): Promise<void> {
  const message = alert(page).filter({ hasText: `${what} did not load.` });
  await expect(message).toBeInViewport();
  await expectNothingWaits(page);
  loss.once();
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(message).toHaveCount(0);
}

test('parts of a product page and the form of /prod that are lost can be tried again @all', async ({
  page,
  shop,
  allow,
}) => {
  allow(LOSSES);
  await signIn(page, shop);
  const loss = await loseLater(page, '/dairymilkgarland', '/prod');
  await visit(page, '/dairymilkgarland');
  await button(page, 'View full screen').click();
  await expectTryAgain(page, 'The full-screen view', loss);
  await expect(page.getByRole('dialog', { name: /full screen/ })).toBeVisible();
  await page.keyboard.press('Escape');

  loss.forEver();
  await comeToReviews(page);
  await expect(page.getByText('Be the first to leave a review!')).toBeVisible();
  await writeButton(page).click();
  await expectTryAgain(page, 'The review form', loss);
  await expect(form(page)).toBeVisible();

  loss.forEver();
  await visit(page, '/prod');
  await expectTryAgain(page, 'This part', loss);
  await expect(button(page, 'Submit Review')).toBeVisible();
});

test('the checkout without the code of the payment says so, and a second press places the order @all', async ({
  page,
  shop,
  allow,
}) => {
  allow(LOSSES);
  const loss = await loseLater(page, '/deliveryform');
  await atCheckout(page, shop);
  const place = page.getByRole('button', { name: /^Place Order/ });
  await place.click();
  await expect(alert(page).getByText('Failed to create order. Please try again.')).toBeVisible();
  await expectTryAgain(page, 'The gift note', loss);
  await expect(button(page, 'Add a note or a date')).toBeVisible();
  await place.click();
  await expect(page.getByText(/fields need a look/)).toBeVisible();
});

test('orders without their code end in the empty state, and a receipt can be tried again @all', async ({
  page,
  shop,
  allow,
}) => {
  allow(LOSSES);
  const id = await insertOrder(shop, await signIn(page, shop));
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  const loss = await loseLater(page, '/your-orders', '/success');
  await visit(page, '/your-orders');
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible();
  await expect(page.getByText('Loading your orders')).toBeHidden();
  await visit(page, `/success?order=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We do not see an order here');
  await page.evaluate(() => localStorage.setItem('maalai.payments', '[]'));
  await visit(page, '/success');
  await expect(alert(page)).toContainText('We could not check your last payment.');
  await page.evaluate(() => localStorage.removeItem('maalai.payments'));

  loss.once();
  await visit(page, '/your-orders');
  await page.getByRole('button', { name: 'Ordered on' }).click();
  loss.forEver();
  await button(page, 'Print receipt').click();
  await expectTryAgain(page, 'The receipt', loss);
  await expect(page.locator('body')).toHaveAttribute('data-printed');
});

test('nobody is half logged out, and no account half deleted, without the code for it @all', async ({
  page,
  shopper: { password },
  allow,
}) => {
  allow(LOSSES);
  const loss = await loseLater(page, '/account');
  await visit(page, '/account');
  await button(page, 'Log out everywhere').click();
  await expect(alert(page)).toContainText('We could not log you out.');
  await button(page, 'Delete account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  const typed = dialog.getByLabel('Password', { exact: true });
  await typed.fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('alert')).toContainText('what you typed is still here');
  await expect(typed).toHaveValue(password);
  await expectNothingWaits(page);
  loss.once();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in');
});

test('a form whose code throws says so, and keeps what was typed @all', async ({ page, allow }) => {
  allow(/no room/);
  for (const path of ['/login', '/signup', '/forgot-password', '/reset-password#any']) {
    await test.step(path, async () => {
      await visit(page, path);
      await page.evaluate(() => {
        globalThis.AbortController = function () {
          throw new Error('no room');
        } as unknown as typeof AbortController;
      });
      const fields = page.locator('main input[required]');
      for (const field of await fields.all()) {
        const isEmail = (await field.getAttribute('type')) === 'email';
        await field.fill(isEmail ? 'asha@example.com' : 'mango-lassi-42');
      }
      await page.locator('main form button[type=submit]').click();
      await expect(alert(page)).toContainText('what you typed is still here');
      await expect(fields.last()).not.toHaveValue('');
      await expectNothingWaits(page);
    });
  }
});
