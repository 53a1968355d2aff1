// Windows of every width, and fingers: nothing reaches out sideways, everything can be hit.
import { covers } from '#support/covers.ts';
import { routes } from '../../src/storefront/routes.tsx';
import { expect, expectNoSidewaysScroll, test, visit } from '#support/journeys/journey.ts';
import { addFromListing } from '#support/journeys/shopper.ts';

const paths = routes.map(({ path }) => path).filter((path) => path !== '/your-orders');

// screens.journey.ts has the other two widths.
for (const width of [320, 768]) {
  test(`no page is wider than a window of ${width} px`, covers('found-6'), async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of paths) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    }
  });
}

test('every button and field is 44 px high at least', covers('found-7'), async ({ page }) => {
  for (const path of paths) {
    await visit(page, path);
    const small = await page
      .locator('button:visible, select:visible, textarea:visible, input:visible, summary:visible')
      .evaluateAll((all) =>
        all.flatMap((element) => {
          // A hidden radio or check box is hit by its label.
          const target = element.matches('[type=radio], [type=checkbox], [type=file]')
            ? (element.closest('label') ?? element)
            : element;
          const { height } = target.getBoundingClientRect();
          return height < 43.5 ? [`${element.outerHTML.slice(0, 90)} ${height}`] : [];
        }),
      );
    expect(small, path).toEqual([]);
  }
});

test(
  'the first action of a product page and of the cart is within thumb reach',
  covers('found-8'),
  async ({ page, isMobile }) => {
    const inReach = async (name: string) => {
      const button = page.getByRole('button', { name });
      await expect(button).toBeInViewport({ ratio: 1 });
      const { y, height } = (await button.boundingBox())!;
      const { height: window } = page.viewportSize()!;
      if (isMobile) expect(y + height / 2, name).toBeGreaterThan(window / 2);
    };
    await visit(page, '/dairymilkgarland');
    await inReach('Buy Now');
    await visit(page, '/productspage');
    await addFromListing(page, 'KitKat Garland', 'Adult');
    await visit(page, '/cart');
    await inReach('Proceed to Checkout');
  },
);
