// The home page: its sections, its banner and its cards. buy-now.journey.ts follows a card to its product.
import { expect, expectFit, test, visit } from '#support/journeys/journey.ts';
import { expectStill, noteShifts } from '#support/journeys/shifts.ts';
import { desktop, phone } from '#support/journeys/windows.ts';

test.use(phone);

test('the sections are in the specified order, each with its texts and links [shop-9,10 home-6,9,11,12]', async ({
  page,
}) => {
  await page.goto('/home');
  const sections = page
    .getByRole('complementary', { name: 'Offer' })
    .or(page.getByRole('region'))
    .or(page.getByRole('contentinfo'));
  const inOrder = await sections.evaluateAll((all) =>
    all.map((each) => ({
      name: each.getAttribute('aria-label') ?? each.querySelector('h2')?.textContent,
      top: each.getBoundingClientRect().top,
    })),
  );
  // home-screen.test.tsx has those between them. The order on the screen is the order of the document.
  expect(inOrder).toHaveLength(9);
  expect([inOrder[0]?.name, inOrder[8]?.name]).toEqual(['Offer', 'Maalai']);
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one.top - other.top));

  const region = (name: string) => page.getByRole('region', { name });
  await expect(region('Welcome').getByText('For kids & Adults')).toBeVisible();
  await expect(region('Welcome').getByRole('heading', { level: 1 })).toBeVisible();
  const glance = region('Welcome').getByRole('list', { name: 'At a glance' });
  await expect(glance.getByRole('listitem')).toHaveText([
    '500+ happy customers',
    'About 50 in a garland',
    '2-3 days to make',
  ]);
  await expect(region('Best Sellers').getByRole('article')).toHaveCount(4);
  await expect(region('Why Choose Us').getByRole('listitem')).toHaveText([
    'Handcrafted GiftsEvery piece is tied, pleated and packed by hand.',
    'Premium ChocolatesDairy Milk, 5 Star, Munch, Milkybar and KitKat.',
    'Custom DesignsYour favourite chocolates, currency notes and colours.',
    'Fast DeliveryTo every state of India, with tracking details.',
  ]);
  await expect(region('What Our Customers Say').getByRole('figure')).toHaveCount(3);
});

test('both buttons of the hero are in the first view of a small phone, and the offer leads to the products @all', async ({
  page,
}) => {
  for (const size of [
    { width: 360, height: 640 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size);
    await visit(page, '/home');
    for (const name of ['Shop Now', 'View Combos']) {
      const button = page.getByRole('region', { name: 'Welcome' }).getByRole('link', { name });
      await expect(button).toBeInViewport({ ratio: 1 });
    }
  }
  await page.getByRole('link', { name: 'GET OFFERS!' }).click();
  await expect(page).toHaveURL(/\/productspage$/);
});

test('the banner has its phone size below 640 px, the menu replaces the links below 768 px, and a closed banner stays closed @all [home-2 transition-8 name-9 constant-32 bar-6]', async ({
  page,
}) => {
  await visit(page, '/home');
  const words = page.getByText('GET OFFERS!');
  for (const [width, fontSize] of [
    [639, '15px'],
    [640, '16px'],
    [767, '16px'],
    [768, '16px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(words, `${width} px`).toHaveCSS('font-size', fontSize);
    const menu = page.getByRole('button', { name: 'Open menu' });
    await expect(menu, `${width} px`).toBeVisible({ visible: width < 768 });
    const orders = page.getByRole('navigation').getByRole('link', { name: 'Your orders' });
    await expect(orders, `${width} px`).toBeVisible({ visible: width >= 768 });
  }
  await page.getByRole('button', { name: 'Close offer' }).click();
  await expect(words).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await expectFit(page);
  await noteShifts(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(words).toBeHidden();
  // The banner is hidden from the first frame on: removing it later would move the page.
  await expectStill(page, 0.005);
});

for (const [device, window] of [
  ['finger', phone],
  ['pointer', desktop],
] as const) {
  test.describe(`with a ${device}`, () => {
    test.use(window);

    test('a card fetches and shows its close-up only under a pointer @all', async ({ page }) => {
      const fetched: string[] = [];
      page.on('request', (request) => {
        if (/dairymilk-2-detail/.test(request.url())) fetched.push(request.url());
      });
      await visit(page, '/home');
      const card = page
        .getByRole('region', { name: 'Best Sellers' })
        .getByRole('article', { name: 'Dairy Milk Garland' });
      const closeUp = card.locator('img').nth(1);
      await card.scrollIntoViewIfNeeded();
      await expect(closeUp).toBeHidden();
      expect(fetched).toEqual([]);
      await card.hover();
      await expect(closeUp).toBeVisible({ visible: device === 'pointer' });
      if (device === 'finger') return;
      await expect(closeUp).toHaveCSS('opacity', '1');
      await expect.poll(() => fetched).toHaveLength(1);
      await page.mouse.move(0, 0);
      await expect(closeUp).toBeHidden();
    });
  });
}
