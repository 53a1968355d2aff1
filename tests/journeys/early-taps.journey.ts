// What is tapped, typed or submitted before the scripts have loaded takes effect afterwards: each once, in order.
import { addToCart, chip, openWithoutScripts } from '#support/journeys/early-taps.ts';
import { expect, test } from '#support/journeys/journey.ts';

test('taps on a product page wait for its scripts, and take effect in their order @all', async ({
  page,
}) => {
  const arrive = await openWithoutScripts(page, '/dairymilkgarland');
  const more = page.getByRole('button', { name: 'Increase quantity' });
  await more.click();
  await more.click();
  await expect(more).toHaveAttribute('data-waiting', '');
  await page.getByRole('button', { name: 'Next image' }).click();
  await page.getByRole('radio', { name: 'Kids' }).check({ force: true });
  await expect(page.getByRole('status', { name: 'Total price' })).toHaveText('₹999');
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await arrive();
  await expect(page).toHaveURL(/\/login$/);
  const kept = page.getByText('Kids, Qty 3. It is kept; log in to order it.').locator('..');
  await expect(kept).toContainText('₹2,397');
});

test('a form that is submitted early stays on the page and is sent once', async ({
  page,
  allow,
}) => {
  allow(/401/);
  const arrive = await openWithoutScripts(page, '/login');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  await page.getByLabel('Email').fill('early@maalai.example');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Login' })).toHaveAttribute('data-waiting', '');
  await arrive();
  await expect(page.getByText('Error signing in. Please try again.')).toBeVisible();
  expect(calls).toEqual(['/api/auth/sign-in/email']);
  await expect(page).toHaveURL(/\/login$/);
});

test('chips, search text and Add to Cart on the listing wait for its scripts @all', async ({
  page,
}) => {
  const arrive = await openWithoutScripts(page, '/productspage');
  await page.getByRole('searchbox').fill('garland');
  await chip(page).click();
  await addToCart(page).click();
  await arrive();
  await expect(page.getByRole('dialog', { name: 'Choose Version' })).toBeVisible();
  await expect(chip(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('searchbox')).toHaveValue('garland');
});

test('Close offer on the home page waits for the scripts, and the menu opens without them @all', async ({
  page,
  isMobile,
}) => {
  const arrive = await openWithoutScripts(page, '/home');
  await page.getByRole('button', { name: 'Close offer' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  if (isMobile) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu).toBeVisible();
  }
  await arrive();
  await expect(page.getByRole('button', { name: 'Close offer' })).toBeHidden();
  await expect(menu).toBeVisible({ visible: isMobile });
});
