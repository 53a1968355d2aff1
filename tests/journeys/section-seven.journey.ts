// A whole purchase at a server that answers exactly what section 7 of the specification says: the pages are the shop's, and
// every other request is answered from one table, or with 404. Once plain, and once with each body in a `data` field.
import type { Page, Request } from '@playwright/test';
import { expect, hydrated, test, visit } from '#support/journeys/journey.ts';
import {
  articles,
  comeToReviews,
  submitButton,
  write,
  writeButton,
} from '#support/journeys/review-page.ts';
import { applyCoupon, fillDelivery, logIn, newShopper, signUp } from '#support/journeys/shopper.ts';
import { photo } from '#support/server/review-files.ts';

const shopper = newShopper();

/** What the identity provider tells of an account. */
const user = { id: '1', email: shopper.email, name: shopper.name };

/** Its amounts are text, and its status is none of the specification's. */
const earlierOrder = {
  _id: '66f1c0',
  status: 'Shipped',
  date: '2026-11-02T09:30:00.000Z',
  productId: 4,
  productName: 'Fivestar Garland',
  quantity: '2',
  amountPaid: '1798.20',
  chocolate: 'Fivestar',
  selectedVersion: 'adult',
  versionName: 'Adult',
  customerName: 'Kavya Raman',
  address: '14, North Mada Street',
  landmark: '',
  state: 'Tamil Nadu',
  pincode: 600004,
  phoneNumber: 9876543210,
};

const review = {
  id: 1,
  productId: 3,
  customerName: 'Asha',
  rating: 4,
  comment: 'Every bar was fresh.',
  createdAt: '2026-11-01T10:00:00.000Z',
  images: ['stage.jpg'],
};

const reviews = [
  { id: 4, productId: '3', rating: 3, date: '2026-10-02T10:00:00.000Z' },
  review,
  { ...review, id: 2, productId: '4' },
];

const payment = {
  razorpay_order_id: 'order_section7',
  razorpay_payment_id: 'pay_section7',
  razorpay_signature: 'a1b2c3',
};

/** The rows of section 7, and its other calls, which go to the identity provider. */
const replies: Record<string, (sent: Sent) => unknown> = {
  'POST /api/auth/sign-up/email': () => ({ user }),
  'POST /api/auth/sign-in/email': () => ({ user }),
  'GET /api/auth/get-session': ({ isSignedIn }) => (isSignedIn ? { user } : null),
  'POST /api/auth/sign-out': () => null,
  'POST /api/users/register': () => null,
  [`GET /orders/${encodeURIComponent(shopper.email)}`]: ({ bodies }) => {
    const verified = bodies['POST /payments/verify'] as object | undefined;
    const order = { _id: '66f1c1', date: '2026-11-14T05:00:00.000Z', ...verified };
    return verified ? [order, earlierOrder] : [earlierOrder];
  },
  'GET /api/reviews': () => reviews,
  'POST /api/reviews': () => ({
    id: 3,
    productId: '3',
    name: shopper.name,
    rating: 5,
    comment: 'The rosette shines.',
    date: '2026-11-14T05:10:00.000Z',
  }),
  'POST /payments/orders': () => ({ id: payment.razorpay_order_id, amount: 84_915 }),
  'POST /payments/verify': () => null,
};

interface Sent {
  isSignedIn: boolean;
  /** The last JSON, or form, of each call. */
  bodies: Record<string, unknown>;
}

/** The script of the payment provider, reduced to what its documentation promises. */
function paymentScript(result: unknown): void {
  Object.assign(globalThis, {
    Razorpay: class {
      options: { amount: number; currency: string; handler: (paid: unknown) => void };
      constructor(options: typeof this.options) {
        this.options = options;
      }
      on(): void {}
      open(): void {
        const { amount, currency, handler } = this.options;
        const button = document.createElement('button');
        button.textContent = `Pay ${currency} ${amount}`;
        button.style.cssText = 'position: fixed; inset: 40% 20%; z-index: 9999';
        button.addEventListener('click', () => {
          button.remove();
          handler(result);
        });
        document.body.append(button);
      }
    },
  });
}

/** Answers every request that is not for a page or a file. Returns the bodies that the page has sent, by call. */
async function answer(page: Page, wraps: boolean): Promise<Sent['bodies']> {
  const sent: Sent = { isSignedIn: false, bodies: {} };
  await page.route(
    ({ pathname }) => /^\/(?:api|orders|reviews|payments)\//.test(pathname),
    async (route) => {
      const call = callOf(route.request());
      const reply = replies[call];
      if (!reply) return route.fulfill({ status: 404, body: '' });
      sent.bodies[call] = bodyOf(route.request());
      if (call.includes('/sign-')) await setSignedIn(page, sent, call.includes('/sign-in/'));
      const json = reply(sent);
      return route.fulfill({ json: wraps ? { data: json } : json });
    },
  );
  const picture = await photo();
  await page.route('**/uploads/*', (route) =>
    route.fulfill({ body: picture, contentType: 'image/jpeg' }),
  );
  await page.route('**/checkout.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `(${paymentScript.toString()})(${JSON.stringify(payment)})`,
    }),
  );
  return sent.bodies;
}

const callOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

/** Reads JSON, or the form as text: its files are not text. */
function bodyOf(request: Request): unknown {
  const isJson = request.headers()['content-type'] === 'application/json';
  return isJson ? request.postDataJSON() : request.postDataBuffer()?.toString('latin1');
}

/** As the identity provider does with its own cookie. */
async function setSignedIn(page: Page, sent: Sent, isSignedIn: boolean): Promise<void> {
  sent.isSignedIn = isSignedIn;
  const context = page.context();
  await context.clearCookies();
  const url = new URL(page.url()).origin;
  if (isSignedIn) await context.addCookies([{ name: 'maalai.signed_in', value: '1', url }]);
}

for (const wraps of [false, true]) {
  test(`a shopper buys and reviews at a server of section 7 ${wraps ? 'that wraps each body in `data`' : 'alone'} [entity-23 call-14..16 error-17]`, async ({
    page,
    allow,
    isMobile,
  }) => {
    // What the shop's own server answers beyond the specification.
    allow(/status of 404.*\/api\/users\/delivery/, /status of 404.*\/helpful/);
    const sent = await answer(page, wraps);
    const main = page.getByRole('main');

    await test.step('signs up and logs in', async () => {
      await visit(page, '/signup');
      await signUp(page, shopper);
      expect(sent['POST /api/users/register']).toEqual({
        name: shopper.name,
        email: shopper.email,
        phoneNumber: '9876543210',
        pincode: '600004',
        dob: '1995-03-08',
        state: 'Tamil Nadu',
        address: '14, North Mada Street, Mylapore',
        password: shopper.password,
        confirmPassword: shopper.password,
      });
      await logIn(page, shopper);
      await expect(page).toHaveURL(/\/home$/);
    });

    await test.step('puts a garland into the cart and checks out', async () => {
      await visit(page, '/dairymilkgarland');
      await main.getByRole('button', { name: 'Add to Cart' }).click();
      await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('₹999');
      // Only an empty form asks.
      const asked = page.waitForResponse('**/api/users/delivery');
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
      await expect(page).toHaveURL(/\/deliveryform$/);
      await hydrated(page);
      await asked;
      await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
      await fillDelivery(page);
      await page.getByLabel('Coupon code').fill('SAVE16');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('Invalid coupon code')).toBeVisible();
      await applyCoupon(page, 'SAVE15', 15);
      await expect(page.getByText('Invalid coupon code')).toBeHidden();
    });

    await test.step('pays', async () => {
      await page.getByRole('button', { name: 'Place Order (₹849.15)' }).click();
      await page.getByRole('button', { name: 'Pay INR 84915' }).click();
      await expect(page).toHaveURL(/\/success\?order=order_section7$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yay! Order Placed');
      await expect(main).toContainText('order_section7');
      expect(sent['POST /payments/orders']).toMatchObject({ totalAmount: 849.15 });
      expect(sent['POST /payments/verify']).toMatchObject({
        ...payment,
        productId: '3',
        productName: 'Dairy Milk Garland',
        quantity: 1,
        amountPaid: 849.15,
        customerName: shopper.name,
        email: shopper.email,
        phoneNumber: '9876543210',
        products: [{ id: '3', price: 999, quantity: 1, selectedVersion: 'adult' }],
        couponApplied: 'SAVE15',
        originalAmount: 999,
        discountedAmount: 849.15,
      });
    });

    await test.step('finds it among the orders, beside one of an unknown status', async () => {
      await main.getByRole('link', { name: 'View Your Orders' }).click();
      const cards = main.getByRole('button', { name: 'Ordered on' });
      await expect(cards).toHaveCount(2);
      await expect(cards.nth(0)).toContainText('₹849.15');
      await expect(cards.nth(1)).toContainText('Fivestar Garland Ordered on 2 November 2026');
      await expect(cards.nth(1)).toContainText('₹1,798.20 Paid');
      await cards.nth(1).click();
      const summary = page.getByRole('dialog', { name: 'Order Summary' });
      for (const text of ['66f1c0', 'Quantity2', 'Tamil Nadu - 600004', '9876543210']) {
        await expect(summary).toContainText(text);
      }
    });

    await test.step('reads the reviews, writes one and finds one helpful', async () => {
      await visit(page, '/dairymilkgarland');
      await comeToReviews(page);
      await expect(articles(page).locator('b')).toHaveText(['Asha', 'Anonymous']);
      await expect(articles(page).first()).toContainText('Every bar was fresh.');
      await expect(articles(page).nth(1)).toContainText('No comment provided.');
      const photograph = articles(page).getByRole('img', { name: 'Photo 1 of 1 by Asha' });
      await expect(photograph).toHaveAttribute('src', '/uploads/stage.jpg');
      await write(page, '5 stars', 'The rosette shines.');
      await submitButton(page).click();
      await expect(page.getByText('Thank you for your review!')).toBeVisible();
      await expect(articles(page)).toHaveCount(3);
      await expect(articles(page).first()).toContainText('The rosette shines.');
      const body = sent['POST /api/reviews'];
      for (const name of ['productId', 'name', 'rating', 'comment', 'date']) {
        expect(body).toContain(`name="${name}"`);
      }
      expect(body).not.toContain(shopper.email);
      expect(body).not.toContain('name="title"');
      await expect(writeButton(page)).toBeVisible();
      await articles(page).first().getByRole('button', { name: 'Helpful (0)' }).click();
      await articles(page).first().getByRole('button', { name: 'Helpful (1)' }).click();
      await expect(articles(page).first()).toContainText('(2)');
    });

    await test.step('logs out', async () => {
      if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });
  });
}
