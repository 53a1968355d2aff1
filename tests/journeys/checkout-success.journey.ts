// From the payment window to /success over a slow connection.
import type { Page } from '@playwright/test';
import { expect, expectFit, test } from '#support/journeys/journey.ts';
import {
  atCheckout,
  fillDelivery,
  orderIdAtSuccess,
  placeOrder,
} from '#support/journeys/shopper.ts';

/** Holds back the code of /success. `asked` resolves once the page requests it. */
async function holdSuccessBack(page: Page) {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('Yay! Order Placed')) {
      asked.resolve();
      await held.promise;
    }
    await route.fulfill({ response });
  });
  return { asked: asked.promise, letGo: held.resolve };
}

/** Resolves to the number of endless animations in the page, such as a spinner. */
const waitingSigns = (page: Page) =>
  page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity)
        .length,
  );

test('the items stay and the page shows that it confirms the payment until /success is drawn', async ({
  page,
  shop,
}) => {
  await atCheckout(page, shop);
  const success = await holdSuccessBack(page);
  await fillDelivery(page);
  const window = await placeOrder(page, '₹999.00');
  await test.step('/success is fetched while the payment window is open', () => success.asked);

  const verified = page.waitForResponse('**/payments/verify');
  await window.getByRole('button', { name: 'Success' }).click();
  await verified;
  await test.step('the items are removed from the cart but still on the page', async () => {
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Fivestar Garland' })).toBeChecked();
    await expect(page.getByText('Your cart is empty')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'Confirming…' })).toBeInViewport();
    const button = page.getByRole('button', { name: 'Processing...' });
    await expect(button).toHaveAttribute('aria-busy', 'true');
    expect(await waitingSigns(page), 'beside the words').toBe(1);
    await expectFit(page, 'main form');
  });

  success.letGo();
  await orderIdAtSuccess(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem')).toContainText([
    'Fivestar GarlandAdult · 3.5 feet · Fivestar · Qty 1',
    /^Made by \d+ [A-Z][a-z]+, still to come$/,
    /^Sent by \d+ [A-Z][a-z]+, still to come$/,
    /^With you \d.+, still to come$/,
  ]);
  await expect(main).toContainText('Paid ₹999.00');
  await expectFit(page, 'main');
});
