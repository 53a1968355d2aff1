// Pages that the browser translates: each text node is replaced by elements, which React does not know of.
import type { Page } from '@playwright/test';
import { PASSWORD_HINT } from '../../src/shop/forms/sign-up.ts';
import { expect, test, visit } from '#support/journeys/journey.ts';
import { totalPrice } from '#support/journeys/product-page.ts';
import {
  articles,
  comeToReviews,
  form,
  LONG_COMMENT,
  openForm,
  postReview,
  rate,
  removeReviews,
  section,
} from '#support/journeys/review-page.ts';
import {
  LOGIN_FAILED,
  submitButton,
  applyCoupon,
  atCheckout,
  fillDelivery,
  signIn,
} from '#support/journeys/shopper.ts';

/** Runs in the page: wraps every text once the page is hydrated, and all that come later. */
function translate(): void {
  const wrap = (node: Node): void => {
    if (!(node instanceof Text)) return node.childNodes.forEach(wrap);
    if (!node.parentElement || node.parentElement.closest('font, script, style, [translate=no]'))
      return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(node.data);
    outer.append(inner);
    node.replaceWith(outer);
  };
  const later = new MutationObserver((changes) =>
    changes.forEach(({ addedNodes }) => addedNodes.forEach(wrap)),
  );
  const hydrated = new MutationObserver(() => {
    if (!document.documentElement.hasAttribute('data-hydrated')) return;
    hydrated.disconnect();
    wrap(document.body);
    later.observe(document.body, { childList: true, subtree: true });
  });
  hydrated.observe(document, { attributeFilter: ['data-hydrated'], subtree: true });
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(translate);
});

const main = (page: Page) => page.getByRole('main');

test('a translated sign-up and login show errors and remove them @all', async ({ page, allow }) => {
  allow(/401/);
  await visit(page, '/signup');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('abc');
  await submitButton(page, 'Register').click();
  await expect(page.getByText('4 fields need a look.')).toBeVisible();
  await password.pressSequentially('d');
  await expect(page.getByText('3 fields need a look.')).toBeVisible();
  await expect(password).toHaveAccessibleDescription(PASSWORD_HINT);
  await page.getByRole('button', { name: 'Show Password' }).click();
  await page.getByRole('button', { name: 'Hide Password' }).click();

  await main(page).getByRole('link', { name: 'Already have an account?' }).click();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
  await page.getByLabel('Email').fill('nobody@example.com');
  await password.fill('mango-lassi-43');
  await submitButton(page, 'Login').click();
  await expect(page.getByRole('alert')).toContainText(LOGIN_FAILED);
  await password.fill('');
  await submitButton(page, 'Login').click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(password).toHaveAccessibleDescription('Password is required');
});

test('a translated product, its cart and the listing show the right amounts @all', async ({
  page,
}) => {
  await visit(page, '/dairymilkgarland');
  const price = main(page).locator('p:has(s)').first();
  await expect(price).toHaveText('₹999was ₹1,299');
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(price).toHaveText('₹2,997was ₹3,897');
  await expect(totalPrice(page)).toHaveText('₹2,997');
  await main(page).getByRole('radio', { name: 'Kids' }).check({ force: true });
  await expect(price).toHaveText('₹2,397was ₹2,997');
  await expect(main(page)).toContainText('You save ₹600');
  await main(page).getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('status').getByRole('link', { name: 'View cart' }).click();
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Total₹2,397');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(main(page)).toContainText('Your cart is empty');

  await visit(page, '/birthdaycombo');
  await page.getByLabel('Choose Chocolate Type').selectOption('Contact');
  await expect(main(page)).toContainText('We can use almost any chocolate.');
  await page.getByLabel('Choose Chocolate Type').selectOption({ index: 0 });
  await expect(main(page)).not.toContainText('We can use almost any chocolate.');

  await visit(page, '/productspage');
  const search = page.getByRole('searchbox');
  for (const [words, count] of [
    ['crown', '2 products'],
    ['nothing', '0 products'],
    ['sandal', '1 product'],
  ] as const) {
    await search.fill(words);
    await expect(main(page).getByRole('status').first()).toHaveText(count);
  }
});

test('translated reviews are filtered, voted for and written @all', async ({ page, shop }) => {
  await removeReviews(shop, '5');
  const { name } = await signIn(page, shop);
  for (const rating of ['5', '4', '4', '2'])
    await postReview(page, { productId: '5', name, rating, comment: LONG_COMMENT });
  // Nobody's vote for a review of their own counts.
  await signIn(page, shop);
  await visit(page, '/kitkatgarland');
  await comeToReviews(page);
  await expect(section(page)).toContainText('From 4 reviews');
  await section(page).getByRole('button', { name: 'Next page' }).click();
  await expect(section(page)).toContainText('Page 2 of 2');
  await section(page).getByLabel('Sort by').selectOption('highest');
  await expect(section(page)).toContainText('Page 1 of 2');
  await section(page).getByLabel('Filter by rating').selectOption('2');
  await expect(articles(page)).toHaveCount(1);
  await articles(page).getByRole('button', { name: 'Helpful (0)' }).click();
  await expect(articles(page).getByRole('button', { name: 'Helpful (1)' })).toBeVisible();
  await articles(page).getByRole('button', { name: 'Read More' }).click();
  await articles(page).getByRole('button', { name: 'Read Less' }).click();
  await openForm(page);
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(form(page)).toContainText('Please select a rating');
  await rate(page, '3 stars');
  await form(page).getByLabel('Comment').fill('Neatly made.');
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(form(page)).toContainText('Thank you for your review!');
  await expect(section(page)).toContainText('From 5 reviews');
});

test('a translated delivery form shows the right amounts, and the account what was saved @all', async ({
  page,
  shop,
}) => {
  await atCheckout(page, shop);
  await applyCoupon(page, 'WELCOME10', 10);
  await applyCoupon(page, 'LUCKY50', 50);
  const coupon = page.getByRole('region', { name: 'Coupon' });
  await expect(coupon).toContainText('LUCKY5050% off, you save ₹499.50');
  await page.getByRole('checkbox').uncheck();
  await expect(page.getByRole('button', { name: 'Place Order (₹0.00)' })).toBeVisible();
  await page.getByRole('checkbox').check();
  const order = page.getByRole('button', { name: 'Place Order (₹499.50)' });
  await order.click();
  await expect(main(page)).toContainText('5 fields need a look.');
  await fillDelivery(page);
  await expect(main(page)).not.toContainText('a look.');
  await page.getByRole('button', { name: 'Add a note or a date' }).click();
  await page.getByLabel('Gift note').fill('Well done');

  await visit(page, '/account');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription('Name is required');
  await name.fill('Kavya Nair');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(main(page)).toContainText('Your name is saved.');
  await expect(main(page)).toContainText('Hello, Kavya');
});
