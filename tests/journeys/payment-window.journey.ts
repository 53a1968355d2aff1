// The options with which the shop opens the payment window: its name, amount and colour.
import { covers } from '#support/covers.ts';
import { expect, expectFit, holdBack, test } from '#support/journeys/journey.ts';
import { atCheckout, fillDelivery, paymentWindow } from '#support/journeys/shopper.ts';

/** The violet of the brand. */
const PURPLE = { hex: '#4f1787', rgb: 'rgb(79, 23, 135)' };

test(
  'Place Order is busy, then opens the window with key, amount, names, order and the purple theme',
  covers(
    'delivery-8',
    'transition-16',
    'transition-17',
    'call-26',
    'call-27',
    'window-1',
    'window-2',
    'state-18',
  ),
  async ({ page, shop }) => {
    await page.addInitScript(() => {
      // Records the options that the page passes to the window, whichever provider's script defines it.
      type Window = new (options: object) => object;
      let defined: Window | undefined;
      Object.defineProperty(globalThis, 'Razorpay', {
        get: () => defined,
        set(Provided: Window) {
          defined = class extends Provided {
            constructor(options: object) {
              super(options);
              Object.assign(globalThis, { asked: JSON.stringify(options) });
            }
          };
        },
      });
    });
    await atCheckout(page, shop);
    const paymentCode = page.waitForResponse(
      async (reply) =>
        reply.url().endsWith('.js') &&
        (await reply.text()).includes('Payment verification failed.'),
    );
    await fillDelivery(page);
    await paymentCode;
    const letGo = await holdBack(page, '**/payments/orders');
    const button = page.getByRole('button', { name: 'Place Order (₹999.00)' });
    await button.click();
    const busy = page.getByRole('button', { name: 'Processing...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    letGo();
    const window = paymentWindow(page);
    await expect(window.getByText('Product Purchase')).toBeVisible();

    const asked = await page.evaluate(() => (globalThis as unknown as { asked: string }).asked);
    expect(JSON.parse(asked)).toEqual({
      key: expect.stringMatching(/^rzp_test_\w+$/),
      amount: 99_900,
      currency: 'INR',
      name: 'Maalai',
      description: 'Product Purchase',
      order_id: expect.stringMatching(/^order_\w+$/),
      prefill: {
        name: 'Kavya Raman',
        email: expect.stringContaining('@'),
        contact: '+919876543210',
      },
      theme: { color: PURPLE.hex },
      modal: {},
    });

    await expect(page).toHaveURL(/\/deliveryform$/);
    await expect(busy).toHaveCount(0);
    await expect(window.getByRole('heading', { level: 1 })).toHaveText('Maalai');
    await expect(window.getByText('₹999.00')).toBeVisible();
    await expect(window.getByRole('button')).toHaveText(['Success', 'Failure', 'Close']);
    await expect(window.getByRole('button', { name: 'Success' })).toHaveCSS(
      'background-color',
      PURPLE.rgb,
    );
    await expectFit(page);
    await window.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('iframe[title="Test payment"]')).toHaveCount(0);
    await expect(button).toBeVisible();
  },
);
