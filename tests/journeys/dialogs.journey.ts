// Every dialog with the keyboard: the focus stays inside and reaches every control, Escape closes it, the focus returns. And
// what a double tap in it does.
import type { Page } from '@playwright/test';
import { insertOrder } from '#support/journeys/insert-order.ts';
import { expect, expectAccessible, test, visit } from '#support/journeys/journey.ts';
import { expectDialogByKeyboard } from '#support/journeys/keyboard.ts';
import { signIn } from '#support/journeys/shopper.ts';
import { phone } from '#support/journeys/windows.ts';

test.use(phone);

const button = (page: Page, name: string) => page.getByRole('button', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('the menu, the version dialog and an order work with the keyboard alone [name-1,16 transition-7]', async ({
  page,
  shop,
}) => {
  await insertOrder(shop, await signIn(page, shop));

  await test.step('the menu', async () => {
    await visit(page, '/productspage');
    await button(page, 'Open menu').press('Enter');
    await expectDialogByKeyboard(page, dialog(page, 'Menu'), button(page, 'Open menu'));
  });

  await test.step('the version dialog', async () => {
    const card = page.getByRole('article', { name: 'Fivestar Garland' });
    const opener = card.getByRole('button', { name: 'Add to Cart' });
    await opener.press('Enter');
    const versions = dialog(page, 'Choose Version');
    await expect(versions.getByRole('radio', { name: 'Adult' })).toBeChecked();
    await expect(versions.getByRole('radio', { name: 'Adult' })).toBeFocused();
    await expectAccessible(page, 'dialog[open]');
    await page.keyboard.press('ArrowRight');
    await expect(versions.getByRole('radio', { name: 'Kids' })).toBeChecked();

    // A press that began inside selects text and closes nothing; one on the backdrop does.
    await versions.getByRole('heading').hover();
    await page.mouse.down();
    await page.mouse.move(2, 2);
    await page.mouse.up();
    await versions.getByRole('radio', { name: 'Adult' }).check({ force: true });
    await page.mouse.click(2, 2);
    await expect(versions).toBeHidden();
    await opener.press('Enter');
    await expectDialogByKeyboard(page, versions, opener);
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  });

  await test.step('an order', async () => {
    await visit(page, '/your-orders');
    const opener = button(page, 'Fivestar Garland');
    const news = ['₹999.00', 'Paid', '₹250.00 refunded'];
    for (const text of news) await expect(opener).toContainText(text);
    await opener.press('Enter');
    const summary = dialog(page, 'Order Summary');
    const refunded = 'Refunded on 28 November 2026−₹250.00You paid in the end₹749.00';
    for (const text of ['Sent on 26 November by Delhivery', refunded, ...news]) {
      await expect(summary).toContainText(text);
    }
    await expect(summary.getByRole('listitem')).toHaveText([
      'Made Done',
      'Sent 26 Nov, done',
      /^With you/,
    ]);
    const track = summary.getByRole('link', { name: 'Track' });
    await expect(track).toHaveAttribute('href', /^https:.*delhivery.*\/1234567890123$/);
    const ask = summary.getByRole('link', { name: 'Ask about this order' });
    await expect(ask).toHaveAttribute('href', /^https:\/\/wa\.me\/.*my%20order%20/);
    await expectAccessible(page, 'dialog[open]');
    await expectDialogByKeyboard(page, summary, opener);
  });
});

test('the gallery in full screen works with the keyboard alone @all', async ({ page }) => {
  await visit(page, '/dairymilkgarland');
  const opener = button(page, 'View full screen');
  await opener.press('Enter');
  const row = dialog(page, /full screen/).getByRole('group');
  const leftOf = async () => (await row.getByRole('img').boundingBox())!.x;
  await button(page, 'Zoom in').press('Enter');
  await expect.poll(leftOf).toBeLessThan(0);
  const middle = await leftOf();
  await row.press('ArrowRight');
  await expect.poll(leftOf).toBeLessThan(middle);
  await expect(page.getByText('1 of 4')).toBeVisible();
  await expectDialogByKeyboard(page, dialog(page, /full screen/), opener);
});

test('a double tap that closes a dialog does not open what is under it @all', async ({ page }) => {
  await visit(page, '/productspage');
  await page
    .getByRole('article', { name: 'Fivestar Garland' })
    .getByRole('button', { name: 'Add to Cart' })
    .click();
  const versions = dialog(page, 'Choose Version');
  await versions.getByRole('button', { name: 'Add to Cart' }).dblclick();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(versions).toBeHidden();
  await expect(page).toHaveURL(/\/productspage$/);
});
