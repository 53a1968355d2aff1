// How pages load and hydrate, and navigation between them.
import { firstScripts } from '#support/journeys/first-scripts.ts';
import { hydrated, expect, test, visit, holdBack } from '#support/journeys/journey.ts';

test('a page is painted before it requests its code, and without a style sheet @all', async ({
  page,
}) => {
  // The scripts would be requested some time after `load` even without a paint.
  const letGo = await holdBack(page, /\/pictures\//);
  await page.goto('/home', { waitUntil: 'commit' });
  await hydrated(page);
  await letGo();
  const { painted, code, styles } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource');
    const starts = (type: string) =>
      files.filter(({ name }) => name.endsWith(type)).map(({ startTime }) => startTime);
    const { startTime } = performance.getEntriesByName('first-contentful-paint')[0]!;
    return {
      painted: startTime,
      code: Math.min(...starts('.js')),
      styles: starts('.css').filter((start) => start < startTime).length,
    };
  });
  expect(code).toBeGreaterThan(painted);
  expect(styles).toBe(0);
});

test('a page fetches the code of another page when the pointer is on its link @all', async ({
  page,
}) => {
  await visit(page, '/chocolatecrown');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'ContactUs' });
  await link.scrollIntoViewIfNeeded();
  const scripts = await firstScripts(page, '/contactus');
  const script = page.waitForRequest((request) => request.url().endsWith(scripts.at(-1)!));
  await link.hover();
  await script;
});

test('a link changes the screen but not the document, and Back restores the scroll position', async ({
  page,
}) => {
  await visit(page, '/contactus');
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Products' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Our Products' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/^Our products/);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/productspage$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.evaluate(() => scrollTo(0, 500));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);
  await page.getByRole('article').nth(2).getByRole('link').press('Enter');
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toBeVisible();
  await page.goBack();
  await expect(heading).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);

  await test.step('also from another document', async () => {
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await page.evaluate(async () => {
      // The browser stores the scroll position when it paints frames.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    await visit(page, '/terms');
    await page.goBack();
    await hydrated(page);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  });
});

test('pages can be read and their links followed without scripts [role-2]', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/home`);
  await page.getByRole('link', { name: 'Shop Now' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible();
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});
