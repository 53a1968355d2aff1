// The pages of the nine products: what each shows, and what its buttons do. Figures, prices and claims are those of the
// catalogue, which src/shop/catalogue/catalogue.test.ts compares with the specification.
import { catalogue } from '../../src/shop/catalogue/catalogue.ts';
import { galleryPictures } from '../../src/shop/catalogue/product.ts';
import type { ProductDetails } from '../../src/shop/catalogue/product.ts';
import { formatRupees } from '../../src/shop/money.ts';
import {
  drawn,
  expect,
  expectAccessibleInStoppedTime,
  expectFit,
  hydrated,
  resize,
  test,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import {
  buyNow,
  expectImage,
  expectInReach,
  panel,
  pictures,
  questions,
  totalPrice,
} from '#support/journeys/product-page.ts';
import { signIn } from '#support/journeys/shopper.ts';
import { phone } from '#support/journeys/windows.ts';

test.use(phone);

const chocolates = [
  'Dairy Milk',
  '5 Star',
  'Munch',
  'Milkybar',
  'KitKat',
  'Any kind of chocolate contact us for it',
];
/** Of each kind of page: the titles of its panels, and how many questions it answers. */
const pages = {
  garland: { panels: ['Magical Features', 'Delivery Magic', 'Perfect Celebrations'], faqs: 5 },
  gift: { panels: ['Features', 'Delivery & Packaging Info', 'Occasion Ideas'], faqs: 4 },
  combo: { panels: ['Features', 'Delivery Info'], faqs: 0 },
  prod: { panels: ['Product Details', 'Features'], faqs: 5 },
};

/** One product of each kind; the others in `npm run test:all` only. */
const inBothTiers = ['/dairymilkgarland', '/chocolatecrown', '/weddingcombo'];

for (const product of catalogue) {
  const path = product.link;
  const { panels, faqs } = pages[product.kind];
  const tier = inBothTiers.includes(path) ? '' : ' @all';
  test(`${path} has its gallery, price, facts and questions, and Buy Now orders two${tier} [shop-3,5,11,16,17 combo-1..3,6,7 constant-5 delivery-1 entity-17 garland-1,12,13,15,18,19 gift-1..12 name-17,18,20,21 prod-2,4,5,7,10 transition-12,43 state-5,6]`, async ({
    page,
    shop,
  }) => {
    const { details } = (await import(`../../src/shop/catalogue/products/${product.slug}.ts`)) as {
      details: ProductDetails;
    };
    const { kind, name, price, originalPrice, versions = [] } = product;
    const main = page.getByRole('main');
    await signIn(page, shop);
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const stars = page.getByRole('img', { name: `${product.rating} out of 5 stars` });
    await expect(stars.first()).toBeVisible();
    if (kind === 'prod') {
      await expect(main.getByText('120 reviews')).toBeVisible();
      // With reduced motion its pictures do not change by themselves.
      await expect(page.getByRole('button', { name: 'Pause slides' })).toBeHidden();
    }
    if (kind === 'gift') await expect(main.getByText('Special price!')).toBeVisible();

    await test.step('the gallery wraps around', async () => {
      const last = galleryPictures(product, details).length;
      await expectImage(page, name, 1, last);
      await page.getByRole('button', { name: 'Previous image' }).click();
      await expectImage(page, name, last, last);
      await page.getByRole('button', { name: 'Next image' }).click();
      await expectImage(page, name, 1, last);
      await page.getByRole('button', { name: `Image 2 of ${last}` }).click();
      await expectImage(page, name, 2, last);
    });

    await test.step('each version has its length and price', async () => {
      for (const { name: title, size, price: own } of versions) {
        const radio = page.getByRole('radio', { name: title });
        const words = `${kind === 'prod' ? '' : `${size} · `}${formatRupees(own)}`;
        await expect(radio).toHaveAccessibleDescription(words);
      }
      if (versions.length > 0) await expect(page.getByText('Choose Version')).toBeVisible();
    });

    await test.step('the price is that of the quantity, which is at least one', async () => {
      await expect(totalPrice(page)).toHaveText(formatRupees(price));
      await expect(main.locator('s').first()).toHaveText(`was ${formatRupees(originalPrice)}`);
      const [fewer, more] = ['Decrease quantity', 'Increase quantity'].map((each) =>
        page.getByRole('button', { name: each }),
      );
      await expect(fewer!).toBeDisabled();
      await more!.click();
      await fewer!.press('Enter');
      await expect(fewer!).toBeDisabled();
      await expect(fewer!, 'it keeps the focus').toBeFocused();
      for (const each of [more, more, fewer]) await each!.click();
      await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2');
      await expect(totalPrice(page)).toHaveText(formatRupees(2 * price));
      const twice = formatRupees(2 * originalPrice);
      await expect(main.locator('s').first()).toHaveText(`was ${twice}`);
    });

    await test.step('the description and the sections', async () => {
      await expect(main.getByText(details.description, { exact: true })).toBeVisible();
      const { facts, features, deliveryInfo, occasionIdeas } = details;
      const points = [facts, features, deliveryInfo, occasionIdeas].flatMap((list) =>
        list ? [list] : [],
      );
      for (const [index, title] of panels.entries()) {
        const list = panel(page, title).locator('li, p');
        if (!(await list.first().isVisible())) await panel(page, title).locator('summary').click();
        await expect(list.first()).toBeVisible();
        await expect(list).toHaveText([...points[index]!]);
      }
      if (kind === 'prod') return;
      const delivered = main.locator('li').filter({ hasText: /^Delivered in/ });
      const parts = await delivered.evaluate((step) =>
        ['::before', '::after'].map((part) => getComputedStyle(step, part).content),
      );
      expect(parts, 'the last bead, at the end of the string').toEqual(['""', 'none']);
    });

    if (kind === 'combo') {
      const telephone = main.getByRole('link', { name: 'Call Us' });
      await expect(telephone).toHaveAttribute('href', /^tel:\+91\d{10}$/);
      const testimonials = page.getByRole('region', { name: 'What Our Customers Say' });
      await expect(testimonials.getByRole('figure')).toHaveCount(3);
    }

    await test.step('one answer is open at a time, and a click on it closes it', async () => {
      if (!details.faqs) return void (await expect(questions(page)).toHaveCount(0));
      const title = kind === 'garland' ? 'Sweet Questions' : 'Frequently Asked Questions';
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
      const all = questions(page);
      await expect(all).toHaveCount(faqs);
      await expect(all.locator('h3')).toHaveText(details.faqs.map(({ question }) => question));
      await expect(all.locator('p')).toHaveText(details.faqs.map(({ answer }) => answer));
      const open = all.and(page.locator('[open]'));
      await expect(open).toHaveCount(1);
      await all.nth(1).locator('summary').click();
      await expect(open).toHaveCount(1);
      await expect(all.nth(1).locator('p')).toBeVisible();
      await all.nth(1).locator('summary').click();
      await expect(open).toHaveCount(0);
    });

    const choice = page.getByRole('combobox', { name: 'Choose Chocolate Type' });
    if (product.chocolates) {
      await expect(choice).toHaveValue('Dairy Milk');
      await expect(choice.getByRole('option')).toHaveText(chocolates);
      await choice.selectOption('Munch');
    } else await expect(choice).toHaveCount(0);
    await buyNow(page);
    const items = page.getByRole('region', { name: 'Your items' });
    await expect(items).toContainText(name);
    if (versions.length > 0) await expect(items).toContainText('Adult');
    if (product.chocolates) await expect(items).toContainText('Munch');
    await expect(items).toContainText('Qty 2');
  });
}

test('the first view of a page on a small phone has its heading, price, choice and Buy Now @all [found-8]', async ({
  page,
}) => {
  const main = page.getByRole('main');
  for (const { link, versions, chocolates: choices } of catalogue) {
    await visit(page, link);
    for (const size of [
      { width: 320, height: 568 },
      { width: 360, height: 640 },
    ]) {
      await resize(page, size);
      const bar = (await page.locator('[data-pay-bar]').first().boundingBox())?.y ?? size.height;
      const parts = [
        main.getByRole('heading', { level: 1 }),
        main.locator('s').first(),
        main.getByRole('button', { name: 'Buy Now' }),
        ...(versions ? [main.getByRole('group', { name: 'Choose Version' })] : []),
        ...(choices ? [main.getByRole('combobox')] : []),
      ];
      for (const part of parts) {
        const { y, height } = (await part.boundingBox())!;
        const isInBar = (await part.locator('xpath=ancestor::*[@data-pay-bar]').count()) > 0;
        const end = isInBar ? size.height : bar;
        expect(y + height, `${link}: ${part} at ${size.width} px`).toBeLessThanOrEqual(end);
        await expect(part).toBeInViewport({ ratio: 1 });
      }
      await expectInReach(main.getByRole('button', { name: 'Buy Now' }));
    }
  }
});

test('version and quantity determine the price, badge and saving, without a maximum; the wheel changes nothing @all [garland-4,5,7,8 name-19,23]', async ({
  page,
}) => {
  await visit(page, '/fivestargarland');
  const main = page.getByRole('main');
  await expect(page.getByRole('radio', { name: 'Adult' })).toBeChecked();
  await expect(main.getByText('You save ₹200', { exact: true })).toBeVisible();
  await expect(main.getByText('17% off')).toBeVisible();

  await page.getByRole('radio', { name: 'Kids' }).check({ force: true });
  await expect(totalPrice(page)).toHaveText('₹799');
  await expect(main.getByText('20% off')).toBeVisible();
  await expectImage(page, 'Fivestar Garland', 3, 4);

  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill('3');
  await expect(main.locator('s').first()).toHaveText('was ₹2,997');
  await expect(main.getByText('You save ₹600', { exact: true })).toBeVisible();
  await quantity.fill('0');
  await quantity.blur();
  await expect(quantity).toHaveValue('3');
  await quantity.fill('12345');
  await expect(totalPrice(page)).toHaveText('₹98,63,655');
  await expectFit(page, 'main');
  await quantity.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(quantity).toHaveValue('12345');
});

test('KitKat has its own offer line and badge, opens its picture with a click, and cannot be shared @all [garland-9..11]', async ({
  page,
}) => {
  await visit(page, '/kitkatgarland');
  await expect(page.getByText('14% OFF - Limited Time Offer!')).toBeVisible();
  // That line replaces the discount badge here.
  await expect(page.getByText('14% off', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Perfect Gift')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Kids' }).check({ force: true });
  await expect(page.getByText('20% OFF - Limited Time Offer!')).toBeVisible();

  await pictures(page, 'KitKat Garland').click();
  const overlay = page.getByRole('dialog', { name: 'KitKat Garland, full screen' });
  await expect(overlay.getByText('3 of 4')).toBeVisible();
  await overlay.getByRole('button', { name: 'Close' }).click();
  await expect(overlay).toBeHidden();
  await expect(pictures(page, 'KitKat Garland')).toBeFocused();
});

test("Share copies the garland's address and shows 'Copied!' for two seconds @all [garland-14 transition-42 constant-34 name-22]", async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/fivestargarland');
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await visitInStoppedTime(page, '/dairymilkgarland');
  await page.getByRole('button', { name: 'Share' }).click();
  const copied = page.getByText('Copied!');
  await expect(copied).toBeVisible();
  // The message is above the fixed Buy Now.
  const words = (await copied.boundingBox())!;
  const button = (await page.getByRole('button', { name: 'Buy Now' }).boundingBox())!;
  expect(words.y + words.height).toBeLessThan(button.y);
  await page.clock.runFor(1999);
  await expect(copied).toBeVisible();
  await page.clock.runFor(1);
  await expect(copied).toBeHidden();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(`${shop.origin}/dairymilkgarland`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expectAccessibleInStoppedTime(page, 'main');
  await expect(copied).toBeVisible();
});

test('a message is shown if the browser blocks storage [state-7]', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await visit(page, '/dairymilkgarland');
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Your browser is blocking storage for this site');
  await expect(page).toHaveURL(/\/dairymilkgarland$/);
  await expectFit(page, '[role=alert]');

  const lost = alert.filter({ hasText: 'your cart would get lost' });
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(lost).toBeVisible();
  await expect(page.getByText('Added to cart')).toHaveCount(0);
  await expectFit(page, '[role=alert]');
  await lost.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(lost).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);
});

test('the page shows the delivery days of an order placed today by the server’s clock, also in a tab from yesterday @all', async ({
  page,
}) => {
  const time = Date.parse('2026-11-22T23:00:00+05:30');
  await page.route('**/dairymilkgarland', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'server-timing': `now;dur=${time}` };
    await route.fulfill({ response, headers });
  });
  // The device is two days ahead.
  await page.clock.setFixedTime(time + 2 * 86_400_000);
  await visit(page, '/dairymilkgarland');
  const arrival = page.getByText(/^Order today/);
  await expect(arrival).toHaveText('Order today, arrives 30 Nov-3 Dec');
  await page.clock.setFixedTime(Date.parse('2026-11-25T08:00:00+05:30'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(arrival).toHaveText('Order today, arrives 1-4 Dec');
});

test('choosing any other chocolate leads to the contact page; a listed one is added to the cart @all [combo-4,5 cart-8]', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  await visit(page, '/birthdaycombo');
  const choice = page.getByRole('combobox', { name: 'Choose Chocolate Type' });
  for (const button of ['Buy Now', 'Add to Cart']) {
    await choice.selectOption('Any kind of chocolate contact us for it');
    await expect(page.getByText('We can use almost any chocolate.')).toBeVisible();
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Get in Touch' })).toBeVisible();
    await expect(page).toHaveURL(/\/Contactus$/);
    await page.goBack();
  }
  await choice.selectOption('Milkybar');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const added = page.getByRole('status').filter({ hasText: 'Added to cart' });
  await expect(added).toContainText('Birthday Combo Pack');
  await expectFit(page, 'output');

  // A garland is added with its version and its quantity, each time as a new line.
  await visit(page, '/kitkatgarland');
  await page.getByRole('radio', { name: 'Kids' }).check({ force: true });
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  for (const items of ['Cart, 2 items', 'Cart, 3 items']) {
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(page.getByRole('link', { name: items })).toBeVisible();
  }
  await expect(added).toContainText('2 × KitKat Garland, Kids ₹1,598');
  await visit(page, '/deliveryform');
  const combos = page.getByRole('checkbox', { name: 'Birthday Combo Pack' });
  await expect(combos).toHaveAccessibleDescription('Milkybar');
  const garlands = page.getByRole('checkbox', { name: 'KitKat Garland' });
  await expect(garlands).toHaveCount(2);
  const facts = 'Kids · 1.5 feet · Kitkat Milk · Qty 2';
  await expect(garlands.first()).toHaveAccessibleDescription(facts);
  await expect(page.getByRole('button', { name: 'Place Order (₹5,095.00)' })).toBeVisible();
});

test('the picture of a tapped card moves to its product page; reduced motion has no view transition @all', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    const start = document.startViewTransition.bind(document);
    addEventListener('pagereveal', ({ viewTransition }) => {
      if (viewTransition) moved.push('a page load');
    });
    document.startViewTransition = (update) => {
      // Its pictures would take the taps, whether they move or not.
      moved.push('a screen');
      const transition = start(update);
      const record = async () => {
        await transition.ready;
        for (const { effect } of document.getAnimations()) {
          moved.push((effect as KeyframeEffect).pseudoElement ?? '');
        }
      };
      void record();
      return transition;
    };
  });
  const moved = () => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
  const open = async () => {
    await visit(page, '/productspage');
    await page.getByRole('link', { name: 'Chocolate Crown' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Chocolate Crown' })).toBeVisible();
  };
  const load = async () => {
    await page.evaluate(() => location.assign('/deliveryform'));
    await expect(page).toHaveURL(/\/deliveryform$/);
    await hydrated(page);
  };
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open();
  await expect.poll(moved).toContain('::view-transition-group(crown-1-hero)');
  expect((await moved()).join()).not.toContain('bouquet');
  await load();
  expect(await moved()).toEqual(['a page load']);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  // A transition would have begun within two frames.
  await drawn(page);
  await drawn(page);
  expect(await moved()).toEqual([]);
  await load();
  expect(await moved()).toEqual([]);
});
