// The payment page under the content security policy of a shop with live keys. The stand-in's window has its own origin and
// adds the same styles to the page as the live one.
import { test as base, expect } from '#support/journeys/journey.ts';
import {
  atCheckout,
  fillDelivery,
  orderIdAtSuccess,
  placeOrder,
} from '#support/journeys/shopper.ts';
import { freePort } from '#support/free-port.ts';
import { keyId, keySecret, webhookSecret } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import { startShop } from '#support/shop.ts';

const test = base.extend<object, { shop: Awaited<ReturnType<typeof startShop>> }>({
  shop: [
    // Playwright requires an object pattern, here an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const webhooks = `${origin}/payments/webhook`;
      const standIn = await startStandIn(webhooks, undefined, ['--shop-origin', origin]);
      const { apiUrl } = standIn.config;
      const shop = await startShop({
        PORT: String(port),
        PAYMENT_MODE: 'live',
        PAYMENT_KEY_ID: keyId,
        PAYMENT_KEY_SECRET: keySecret,
        PAYMENT_WEBHOOK_SECRET: webhookSecret,
        PAYMENT_API_URL: apiUrl,
        PAYMENT_SCRIPT_URL: `${apiUrl}/test-payments/checkout.js`,
      });
      await use(shop);
      await shop.remove();
      await standIn.stop();
    },
    { scope: 'worker' },
  ],
});

test('the live policy lets the payment window cover the whole page and pay', async ({
  page,
  shop,
}) => {
  await atCheckout(page, shop);
  await fillDelivery(page);
  await placeOrder(page, '₹999.00');

  const frame = page.locator('iframe[title="Test payment"]');
  const viewport = page.viewportSize()!;
  const covers = async () => {
    const box = await frame.boundingBox();
    return { x: box?.x, y: box?.y, width: box?.width, height: box?.height };
  };
  expect(await covers()).toEqual({ x: 0, y: 0, ...viewport });
  // The window is on top of the navigation, the form and the floating links.
  const onTop = await frame.evaluate((window_, { width, height }) => {
    const points = [0.02, 0.25, 0.5, 0.75, 0.98];
    return points.flatMap((x) =>
      points.filter((y) => document.elementFromPoint(x * width, y * height) !== window_),
    );
  }, viewport);
  expect(onTop).toEqual([]);

  // It follows the size of the window, which a phone's keyboard changes.
  await page.setViewportSize({ ...viewport, height: 500 });
  await expect.poll(covers).toEqual({ x: 0, y: 0, ...viewport, height: 500 });
  await page.setViewportSize(viewport);

  await page
    .frameLocator('iframe[title="Test payment"]')
    .getByRole('button', { name: 'Success' })
    .click();
  await orderIdAtSuccess(page);
});
