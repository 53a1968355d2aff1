// The home page: its sections, what moves and what stops it, and where the cards lead.
import { covers } from '#support/covers.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test, visit } from '#support/journeys/journey.ts';

/** Resolves to the states of the animations that have not finished. */
const paces = (pieces: Locator) =>
  pieces.evaluateAll((all) =>
    all
      .flatMap((piece) => piece.getAnimations().map(({ playState }) => playState))
      .filter((state) => state !== 'finished'),
  );

const falling = (page: Page) => page.getByRole('region', { name: 'Welcome' }).locator('i');

test(
  'the sections are in the specified order, each with its texts and links',
  covers(
    'shop-9',
    'shop-10',
    'shop-11',
    'home-1',
    'home-6',
    'home-7',
    'home-8',
    'home-9',
    'home-10',
    'home-11',
    'home-12',
    'home-13',
    'home-14',
  ),
  async ({ page }) => {
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
    expect(inOrder.map(({ name }) => name)).toEqual([
      'Offer',
      'Welcome',
      'Our Exclusive Products',
      'Best Sellers',
      'Discover Our Products!',
      'Why Choose Us',
      'What Our Customers Say',
      'Got a big day coming?',
      'Maalai',
    ]);
    // The order on the screen is the order of the document.
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one.top - other.top));

    const region = (name: string) => page.getByRole('region', { name });
    const linksOf = (name: string) =>
      region(name)
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    await expect(region('Welcome').getByText('For kids & Adults')).toBeVisible();
    await expect(region('Welcome').getByRole('heading', { level: 1 })).toBeVisible();
    expect(await linksOf('Welcome')).toEqual([
      ['Shop Now', '/productspage'],
      ['View Combos', '/combo'],
    ]);
    const glance = region('Welcome').getByRole('list', { name: 'At a glance' });
    await expect(glance.getByRole('listitem')).toHaveText([
      '500+ happy customers',
      'About 50 chocolates in a garland',
      '2-3 days to make yours by hand',
    ]);
    await expect(region('Best Sellers').getByRole('article')).toHaveCount(4);
    expect(await linksOf('Discover Our Products!')).toEqual([
      ['Weddings', '/weddingcombo'],
      ['Birthdays', '/birthdaycombo'],
      ['Farewells', '/productspage?q=farewell'],
      ['Prize days', '/fivestargarland'],
      ['Explore more..', '/productspage'],
    ]);
    await expect(region('Why Choose Us').getByRole('listitem')).toHaveText([
      'Handcrafted GiftsEvery piece is tied, pleated and packed by hand.',
      'Premium ChocolatesSealed bars from the brands you know.',
      'Custom DesignsYour favourite chocolates, play currency notes and colours.',
      'Fast DeliveryMade in 2-3 days, dispatched across India within 24 hours after that.',
    ]);
    await expect(region('What Our Customers Say').getByRole('figure')).toHaveCount(3);
    expect(await linksOf('Got a big day coming?')).toEqual([
      ['Shop Now', '/productspage'],
      ['Contact Us', '/ContactUs'],
    ]);
  },
);

test(
  'a closed banner stays closed after a reload',
  covers('home-1', 'home-2', 'transition-8', 'name-9', 'state-3'),
  async ({ page }) => {
    await visit(page, '/home');
    await expect(page.getByText('GET OFFERS!')).toBeVisible();
    await page.getByRole('button', { name: 'Close offer' }).click();
    await expect(page.getByText('GET OFFERS!')).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await expectAccessible(page);
    await page.addInitScript(() => {
      // Its height on the first frame: removing the banner later would move the page.
      requestAnimationFrame(() => {
        const banner = document.querySelector('aside[aria-label=Offer]');
        Object.assign(globalThis, { bannerAtFirst: banner?.getBoundingClientRect().height ?? 0 });
      });
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('GET OFFERS!')).toBeHidden();
    const bannerAtFirst = () =>
      page.evaluate(() => (globalThis as unknown as { bannerAtFirst?: number }).bannerAtFirst);
    await expect.poll(bannerAtFirst).toBe(0);
  },
);

test(
  'fifteen pieces fall at the start, then one more each second after 2 s',
  covers('home-3', 'constant-38', 'constant-39'),
  async ({ page }) => {
    // Paused before the first paint. The clock is an animation too, which the test advances.
    await page.addInitScript(() => localStorage.setItem('maalai.still', '1'));
    await visit(page, '/home');
    const pieces = falling(page);
    const clock = page.getByRole('region', { name: 'Welcome' }).locator('i + b');
    const toSecond = (second: number, event = 'animationiteration') =>
      clock.evaluate(
        async (element, [ms, name]) => {
          const passed = new Promise((resolve) => {
            element.addEventListener(name, resolve, { once: true });
          });
          element.getAnimations()[0]!.currentTime = ms;
          await passed;
        },
        [second * 1000, event] as const,
      );

    await toSecond(2.99, 'animationstart');
    await expect(pieces).toHaveCount(15);
    await toSecond(3);
    await expect(pieces).toHaveCount(16);
    const first = await pieces.nth(15).elementHandle();
    for (let second = 4; second <= 17; second += 1) {
      await toSecond(second);
      await expect(pieces).toHaveCount(second + 13);
    }
    // The next piece replaces the first, which has fallen by now.
    expect(await first!.evaluate((piece) => piece.isConnected)).toBe(true);
    await toSecond(18);
    await expect.poll(() => first!.evaluate((piece) => piece.isConnected)).toBe(false);
    await expect(pieces).toHaveCount(30);
    const falls = await pieces.evaluateAll((all) =>
      all.map((piece) => getComputedStyle(piece).animationIterationCount),
    );
    expect(falls).toEqual([...Array(15).fill('infinite'), ...Array(15).fill('1')]);

    const seconds = await pieces.evaluateAll((all) =>
      all.map((piece) => Number.parseFloat(getComputedStyle(piece).animationDuration)),
    );
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(5);
  },
);

test(
  'the animation pauses in a hidden tab, out of view, and on request even after a reload',
  covers('home-4', 'name-11', 'state-3'),
  async ({ page }) => {
    await visit(page, '/home');
    const pause = page.getByRole('button', { name: 'Pause animation' });
    const states = async () => [...new Set(await paces(falling(page)))];

    await test.step('hidden and visible again', async () => {
      const hide = (hidden: boolean) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
      await expect.poll(states).toEqual(['running']);
      await hide(true);
      await expect.poll(states).toEqual(['paused']);
      await hide(false);
      await expect.poll(states).toEqual(['running']);
    });

    await test.step('out of view', async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect.poll(states).toEqual(['paused']);
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(states).toEqual(['running']);
    });

    await test.step('on request', async () => {
      await pause.click();
      await expect(pause).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(states).toEqual(['paused']);
      await expectAccessible(page, 'section[aria-label=Welcome]');
      await page.reload();
      await expect(pause).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(states).toEqual(['paused']);
      await pause.click();
      await expect.poll(states).toEqual(['running']);
    });
  },
);

test('with reduced motion nothing moves', covers('home-5', 'state-3'), async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, '/home');
  await expect(falling(page).first()).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pause animation' })).toBeHidden();
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
  await expect.poll(moving).toBe(0);
  await expect(falling(page)).toHaveCount(15);
  await expectAccessible(page, 'section[aria-label=Welcome]');
});

test('a card leads to the top of its product page', covers('home-15'), async ({ page }) => {
  await visit(page, '/home');
  for (const [name, link, region] of [
    ['Dairy Milk Garland', '/dairymilkgarland', 'Best Sellers'],
    ['KitKat Garland', '/kitkatgarland', 'Best Sellers'],
    ['Fivestar Garland', '/fivestargarland', 'Our Exclusive Products'],
  ] as const) {
    await page.getByRole('region', { name: region }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${link}$`));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
  }
});
