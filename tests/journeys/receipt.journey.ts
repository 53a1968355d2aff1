// The printed receipt of an order.
import { insertOrder } from '#support/journeys/insert-order.ts';
import { expect, test, visit } from '#support/journeys/journey.ts';
import { signIn } from '#support/journeys/shopper.ts';
import { brand } from '../../src/shop/brand.ts';

test('a receipt prints on one page, without the rest of the screen', async ({ page, shop }) => {
  await page.addInitScript(() => {
    let prints = 0;
    globalThis.print = () => {
      prints += 1;
      document.documentElement.dataset['prints'] = String(prints);
    };
  });
  await insertOrder(shop, await signIn(page, shop));
  await visit(page, '/your-orders');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Fivestar Garland/ })
    .click();
  const overlay = page.getByRole('dialog', { name: 'Order Summary' });
  const print = overlay.getByRole('button', { name: 'Print receipt' });
  await print.click();
  await expect(page.locator('html')).toHaveAttribute('data-prints', '1');
  await print.click();
  await expect(page.locator('html')).toHaveAttribute('data-prints', '2');

  const receipt = page.locator('[data-receipt]');
  await expect(receipt).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toHaveCount(1);
  await expect(receipt).toBeVisible();
  await expect(overlay).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  for (const words of [
    brand.name,
    `${brand.email} · ${brand.phoneDisplay}`,
    'Fivestar Garland',
    'Adult',
    'Total paid₹999.00',
    'Kavya Raman',
    '14, North Mada Street, Mylapore, Chennai',
    'Near the temple tank',
    'Tamil Nadu - 600004',
    '+91 9876543210',
  ]) {
    await expect(receipt).toContainText(words);
  }
  await expect(receipt).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(pages).toHaveLength(1);
  // A4 in points.
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/);

  await page.emulateMedia({ media: null });
  await overlay.getByRole('button', { name: 'Close' }).click();
  await expect(overlay).toBeHidden();
});
