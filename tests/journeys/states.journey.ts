// A screen whose code throws. lost-chunks.journey.ts shows one whose code is missing.
import { expect, expectFit, test, visit } from '#support/journeys/journey.ts';
import { pictures } from '#support/journeys/product-page.ts';

test('a screen that throws shows an error between the bar and the footer, and can be reloaded [route-18 state-22]', async ({
  page,
  allow,
}) => {
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
});
