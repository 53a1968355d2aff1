// Sandal garland, crown, bouquet and the two combos, and the contact page that the chocolates link to.
import type { Page } from '@playwright/test';
import { covers } from '#support/covers.ts';
import { hydrated, expect, expectFit, test, visit } from '#support/journeys/journey.ts';
import {
  buyNow,
  expectImage,
  expectOneAnswerAtATime,
  panel,
  totalPrice,
} from '#support/journeys/product-page.ts';
import { signIn } from '#support/journeys/shopper.ts';

const chocolates = [
  'Dairy Milk',
  '5 Star',
  'Munch',
  'Milkybar',
  'KitKat',
  'Any kind of chocolate contact us for it',
];

for (const { path, name, price, was, questions, pictures } of [
  {
    path: '/sandlegarland',
    name: 'Sandal Garland',
    price: 190,
    was: 249,
    questions: 4,
    pictures: 3,
  },
  {
    path: '/chocolatecrown',
    name: 'Chocolate Crown',
    price: 799,
    was: 995,
    questions: 5,
    pictures: 3,
  },
  {
    path: '/chocolatebouquet',
    name: 'Chocolate Bouquet',
    price: 699,
    was: 899,
    questions: 4,
    pictures: 3,
  },
]) {
  test(
    `${path} has its slider, special price, quantity, sections, questions, chocolates and Buy Now`,
    covers(
      'gift-1',
      'gift-2',
      'gift-3',
      'gift-4',
      'gift-6',
      'gift-7',
      'gift-8',
      'gift-9',
      'gift-10',
      'gift-11',
      'gift-12',
      'constant-7',
      'constant-8',
      'constant-9',
      'name-17',
      'name-21',
      'state-6',
    ),
    async ({ page, shop }) => {
      await signIn(page, shop);
      await visit(page, path);
      const main = page.getByRole('main');
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(main.getByText('Special price!')).toBeVisible();
      await expect(page.getByRole('img', { name: '4.8 out of 5 stars' })).toBeVisible();
      await expectImage(page, name, 1, pictures);
      await page.getByRole('button', { name: 'Previous image' }).click();
      await expectImage(page, name, pictures, pictures);

      await expect(totalPrice(page)).toHaveText(`₹${price}`);
      await expect(main.locator('s')).toHaveText(`was ₹${was}`);
      await expect(page.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();
      await page.getByRole('button', { name: 'Increase quantity' }).click();
      await page.getByRole('button', { name: 'Increase quantity' }).click();
      await page.getByRole('button', { name: 'Decrease quantity' }).click();
      await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2');
      const twice = (rupees: number) => `₹${(2 * rupees).toLocaleString('en-IN')}`;
      await expect(totalPrice(page)).toHaveText(twice(price));
      await expect(main.locator('s')).toHaveText(`was ${twice(was)}`);

      for (const title of ['Features', 'Delivery & Packaging Info', 'Occasion Ideas']) {
        await expect(panel(page, title)).toBeVisible();
      }
      await expectOneAnswerAtATime(page, questions);

      const hasChocolate = name !== 'Sandal Garland';
      await (hasChocolate ? chooseMunch(page) : expect(page.getByRole('combobox')).toHaveCount(0));
      await buyNow(page);
      const items = page.getByRole('region', { name: 'Your items' });
      await expect(items).toContainText(`${name}${hasChocolate ? 'Munch · ' : ''}Qty 2`);
    },
  );
}

const chocolateChoice = (page: Page) =>
  page.getByRole('combobox', { name: 'Choose Chocolate Type' });

async function chooseMunch(page: Page): Promise<void> {
  const choice = chocolateChoice(page);
  await expect(choice).toHaveValue('Dairy Milk');
  expect(await choice.getByRole('option').allTextContents()).toEqual(chocolates);
  await choice.selectOption('Munch');
}

test(
  '/combo lists two combos and the reasons to choose them',
  covers('shop-2', 'combo-listing-1', 'combo-listing-2', 'combo-listing-3'),
  async ({ page }) => {
    await visit(page, '/combo');
    await expect(page.getByRole('heading', { level: 1, name: 'Sweet Combo Packs' })).toBeVisible();
    const combos = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { level: 2 }) });
    await expect(combos).toHaveCount(2);
    const others = page.getByRole('region', { name: 'For the next big day' });
    await expect(others.getByRole('article')).toHaveCount(4);
    const why = page.getByRole('region', { name: 'Why Choose Us' });
    await expect(why.getByRole('heading', { level: 3 })).toHaveText([
      'Handmade with Love',
      'Sweet Personalization',
      'Vibrant Themes',
      'Quick & Cute Delivery',
    ]);
    await page.getByRole('article', { name: 'Birthday Bliss' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/birthdaycombo$/);
    await page.goBack();
    await page.getByRole('article', { name: 'Wedding Delight' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/weddingcombo$/);
  },
);

for (const { path, name, price, was, feature, chocolate } of [
  {
    path: '/weddingcombo',
    name: 'Wedding Delight',
    price: '₹2,499',
    was: '₹3,299',
    feature: 'Two handmade chocolate garlands',
    chocolate: '5 Star',
  },
  {
    path: '/birthdaycombo',
    name: 'Birthday Combo Pack',
    price: '₹1,899',
    was: '₹2,499',
    feature: 'A chocolate garland and a chocolate crown',
    chocolate: 'Milkybar',
  },
]) {
  test(
    `${path} has its price, features, delivery, phone link, three testimonials, chocolates and Buy Now`,
    covers(
      'combo-1',
      'combo-3',
      'combo-4',
      'combo-6',
      'combo-7',
      'constant-10',
      'entity-17',
      'name-21',
      'state-6',
    ),
    async ({ page, shop }) => {
      await signIn(page, shop);
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(totalPrice(page)).toHaveText(price);
      await expect(page.getByRole('main').locator('s')).toHaveText(`was ${was}`);
      await expectImage(page, name, 1, 3);
      await expect(panel(page, 'Features').getByText(feature)).toBeVisible();
      const delivery = panel(page, 'Delivery Info');
      await expect(delivery.getByRole('heading')).toBeVisible();
      await expect(delivery).toContainText('2-4 days across India');
      const call = page.getByRole('main').getByRole('link', { name: 'Call Us' });
      await expect(call).toBeVisible();
      await expect(call).toHaveAttribute('href', /^tel:\+91\d{10}$/);
      const testimonials = page.getByRole('region', { name: 'What Our Customers Say' });
      await expect(testimonials.getByRole('figure')).toHaveCount(3);
      await expectOneAnswerAtATime(page, 4);

      const choice = chocolateChoice(page);
      await expect(choice).toHaveValue('Dairy Milk');
      expect(await choice.getByRole('option').allTextContents()).toEqual(chocolates);
      await choice.selectOption(chocolate);
      await buyNow(page);
      const items = page.getByRole('region', { name: 'Your items' });
      await expect(items).toContainText(`${chocolate} · Qty 1`);
    },
  );
}

test(
  'choosing any other chocolate leads to the contact page; the listed ones reach the checkout through the cart',
  covers('combo-4', 'combo-5', 'gift-10', 'cart-8', 'name-4', 'state-6'),
  async ({ page, shop }) => {
    await signIn(page, shop);
    await visit(page, '/birthdaycombo');
    for (const button of ['Buy Now', 'Add to Cart']) {
      await chocolateChoice(page).selectOption('Any kind of chocolate contact us for it');
      await expect(page.getByText('We can use almost any chocolate.')).toBeVisible();
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Get in Touch' })).toBeVisible();
      await expect(page).toHaveURL(/\/Contactus$/);
      await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
      await page.goBack();
    }

    await chocolateChoice(page).selectOption('Milkybar');
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    const added = page.getByRole('status').filter({ hasText: 'Added to cart' });
    await expect(added).toContainText('Birthday Combo Pack');
    await expectFit(page, 'output');
    await visit(page, '/weddingcombo');
    await chocolateChoice(page).selectOption('5 Star');
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(added).toContainText('Wedding Delight');

    // A garland is added with its version and its quantity, each time as a new line.
    await visit(page, '/kitkatgarland');
    await page.getByRole('radio', { name: 'Kids' }).check({ force: true });
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    for (const items of ['Cart, 3 items', 'Cart, 4 items']) {
      await page.getByRole('button', { name: 'Add to Cart' }).click();
      await expect(page.getByRole('link', { name: items })).toBeVisible();
    }
    await expect(added).toContainText('KitKat Garland, Kids');

    await page.getByRole('link', { name: 'Cart, 4 items' }).click();
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect(page).toHaveURL(/\/deliveryform$/);
    await hydrated(page);
    await expect(
      page.getByRole('checkbox', { name: 'Wedding Delight' }),
    ).toHaveAccessibleDescription('5 Star · Qty 1');
    await expect(
      page.getByRole('checkbox', { name: 'Birthday Combo Pack' }),
    ).toHaveAccessibleDescription('Milkybar · Qty 1');
    const garlands = page.getByRole('checkbox', { name: 'KitKat Garland' });
    await expect(garlands).toHaveCount(2);
    await expect(garlands.first()).toHaveAccessibleDescription(
      'Kids · 1.5 feet · Kitkat Milk · Qty 2',
    );
    await expect(page.getByRole('button', { name: 'Place Order (₹7,594.00)' })).toBeVisible();
  },
);

test(
  "'Get in Touch' links to photos, videos, e-mail and telephone",
  covers('shop-8', 'contact-1', 'contact-2'),
  async ({ page }) => {
    await visit(page, '/Contactus');
    const main = page.getByRole('main');
    for (const [name, address] of [
      [/^Instagram/, /^https:\/\/www\.instagram\.com\//],
      [/^YouTube/, /^https:\/\/www\.youtube\.com\//],
      [/^Write to us/, /^mailto:[^@]+@[^@]+$/],
      [/^Call us/, /^tel:\+91\d{10}$/],
    ] as const) {
      await expect(main.getByRole('link', { name })).toHaveAttribute('href', address);
    }
  },
);
