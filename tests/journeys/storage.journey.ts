// The shop works with any content in the browser's storage, and reports problems.
import { covers } from '#support/covers.ts';
import { expect, expectAccessible, test, visit } from '#support/journeys/journey.ts';
import { keepInCart } from '#support/journeys/shopper.ts';

const broken = {
  'no JSON': '{"id": 3,',
  'not a list': '{"id":"3"}',
  'a list of anything': '[null, 7, "x", {}, {"id":{}}, {"id":null,"quantity":-1}, [[]]]',
  'a number': '42',
};

test(
  'a stored cart without valid lines is an empty cart',
  covers('cart-2', 'entity-10', 'error-18', 'state-12'),
  async ({ page }) => {
    await visit(page, '/cart');
    for (const [what, stored] of Object.entries(broken)) {
      await test.step(what, async () => {
        await page.evaluate((value) => localStorage.setItem('cart', value), stored);
        await visit(page, '/cart');
        await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
        await expect(
          page.getByText("Looks like you haven't added any products to your cart yet"),
        ).toBeVisible();
        await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
      });
    }
  },
);

test(
  'a line of a discontinued product is marked, costs nothing and can be removed',
  covers('state-12'),
  async ({ page, shop }) => {
    await keepInCart(
      page,
      shop,
      { id: '99', title: 'Mango Garland', price: 1, quantity: 1, link: '/mango', image: '' },
      {
        id: 3,
        title: 'Cheap',
        price: 1,
        quantity: 1,
        selectedVersion: 'kids',
        link: '/dairymilkgarland',
      },
    );
    await visit(page, '/cart');
    const lines = page.getByRole('main').getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expect(lines.filter({ hasText: 'Mango Garland' })).toContainText(/no longer/i);
    await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('₹799');
    await expectAccessible(page, 'main');
    await lines
      .filter({ hasText: 'Mango Garland' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(lines).toHaveCount(1);
    await page.reload();
    await expect(lines).toHaveCount(1);
  },
);

test(
  'removing a line removes every line with the same id',
  covers('transition-4'),
  async ({ page, shop }) => {
    const line = { id: '3', title: 'Dairy Milk Garland', quantity: 1, link: '/dairymilkgarland' };
    await keepInCart(
      page,
      shop,
      { ...line, selectedVersion: 'adult' },
      { ...line, id: '4', selectedVersion: 'kids' },
      { ...line, selectedVersion: 'kids' },
    );
    await visit(page, '/cart');
    const lines = page.getByRole('main').getByRole('listitem');
    await expect(lines).toHaveCount(3);
    await lines.first().getByRole('button', { name: 'Remove' }).click();
    await expect(lines).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible();
  },
);
