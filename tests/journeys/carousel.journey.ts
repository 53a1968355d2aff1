// 'Our Exclusive Products' on the home page: the number of slides side by side, how they move, and what stops them.
import { covers } from '#support/covers.ts';
import type { Locator, Page, Request } from '@playwright/test';
import {
  expect,
  expectAccessible,
  holdBack,
  test,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import { desktop } from '#support/journeys/windows.ts';

const exclusive = (page: Page) => page.getByRole('region', { name: 'Our Exclusive Products' });

test(
  'the carousel shows one slide, two from 640 px, three from 768 px, 19 px apart; its arrows wrap around both ends',
  covers('constant-36', 'transition-11', 'name-10'),
  async ({ page }) => {
    await visit(page, '/home');
    const reel = exclusive(page).getByRole('list');
    for (const [width, sideBySide] of [
      [375, 1],
      [639, 1],
      [640, 2],
      [767, 2],
      [768, 3],
      [1280, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect(async () => {
        const { gap, seen, peek } = await reel.evaluate((list) => {
          const [first, second] = [...list.children].map((slide) => slide.getBoundingClientRect());
          const right = list.getBoundingClientRect().left + list.clientWidth;
          const inside = [...list.children].filter(
            (slide) => slide.getBoundingClientRect().right <= right + 1,
          );
          return {
            gap: second!.left - first!.right,
            seen: inside.length,
            peek: right - second!.left,
          };
        });
        expect(gap, `gap at ${width} px`).toBeCloseTo(19, 1);
        // The edge of the next slide shows that there is one.
        if (sideBySide === 1) expect(peek, `peek at ${width} px`).toBeCloseTo(45, 0);
        expect(seen, `slides at ${width} px`).toBe(sideBySide);
      }).toPass();
    }

    await exclusive(page).getByRole('button', { name: 'Pause slides' }).click();
    await exclusive(page).getByRole('button', { name: 'Previous slide' }).click();
    // Six slides, three of them side by side.
    await expectPlace(reel, 3);
    await exclusive(page).getByRole('button', { name: 'Next slide' }).click();
    await expectPlace(reel, 0);
  },
);

/** Resolves to how many slides, counted from the first, have their pictures. */
const pictures = (reel: Locator) =>
  reel.evaluate((list) => {
    const all = [...list.children].map((slide) => slide.querySelector('img')!);
    const missing = all.findIndex(({ complete, naturalWidth }) => !complete || naturalWidth === 0);
    return missing < 0 ? all.length : missing;
  });

/** Expects that the carousel stops at this position, counted in slides. */
async function expectPosition(reel: Locator, place: number): Promise<void> {
  await expect
    .poll(() =>
      reel.evaluate((list) => {
        const [first, second] = list.children as HTMLCollectionOf<HTMLElement>;
        return list.scrollLeft / (second!.offsetLeft - first!.offsetLeft);
      }),
    )
    .toBeCloseTo(place, 1);
}

/** Expects the position and the picture of the next slide, which autoplay waits for. */
async function expectPlace(reel: Locator, place: number): Promise<void> {
  await expectPosition(reel, place);
  const inView = reel.page().viewportSize()!.width < 768 ? 2 : 3;
  const next = Math.min(place + inView + 1, 6);
  await expect.poll(() => pictures(reel)).toBeGreaterThanOrEqual(next);
}

/** Resolves to the times of the carousel's steps, in milliseconds of the page's clock. */
const steps = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { steps: number[] }).steps);

/** Opens the home page with a stopped clock, scrolls to the carousel and waits for its first automatic step. */
async function watchCarousel(page: Page): Promise<Locator> {
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(globalThis, { steps: times });
    const scroll = Element.prototype.scrollTo as (options?: ScrollToOptions) => void;
    Element.prototype.scrollTo = function scrollTo(this: Element, options?: ScrollToOptions) {
      times.push(Date.now());
      scroll.call(this, options);
    } as typeof Element.prototype.scrollTo;
  });
  await visitInStoppedTime(page, '/home');
  const reel = exclusive(page).getByRole('list');
  await reel.evaluate((list) => list.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect(async () => {
    await page.clock.runFor(500);
    expect(await steps(page)).toHaveLength(1);
  }).toPass();
  await expectPlace(reel, 1);
  return reel;
}

/** Expects that the carousel stays in place and takes no step for three times the interval between two steps. */
async function expectHeld(reel: Locator, place: number): Promise<void> {
  const page = reel.page();
  const before = await steps(page);
  await page.clock.runFor(9000);
  expect(await steps(page)).toEqual(before);
  await expectPlace(reel, place);
}

test(
  'the carousel moves on every 3000 ms and starts again after the last slide',
  covers('home-8', 'transition-9', 'constant-37'),
  async ({ page, isMobile }) => {
    const reel = await watchCarousel(page);
    await page.clock.runFor(3000);
    await expectPlace(reel, 2);
    await reel.evaluate((list) => {
      list.scrollLeft = list.scrollWidth;
    });
    await expectPlace(reel, isMobile ? 5 : 3);
    await page.clock.runFor(3000);
    await expectPlace(reel, 0);
    const times = await steps(page);
    const waits = times.slice(1).map((time, index) => time - times[index]!);
    expect(waits).toEqual([3000, 3000]);
  },
);

test(
  'the carousel stops on focus, on request and after a touch',
  covers('transition-10', 'name-12'),
  async ({ page }) => {
    const reel = await watchCarousel(page);

    await test.step('on focus', async () => {
      await reel.getByRole('link').nth(1).focus();
      await expectHeld(reel, 1);
      await reel.getByRole('link').nth(1).blur();
      await page.clock.runFor(3000);
      await expectPlace(reel, 2);
    });

    const pause = exclusive(page).getByRole('button', { name: 'Pause slides' });
    await test.step('on request', async () => {
      await pause.click();
      await expect(pause).toHaveAttribute('aria-pressed', 'true');
      // The carousel must not stop because of the pointer instead.
      await page.mouse.move(0, 0);
      await expectHeld(reel, 2);
      await pause.click();
      await expect(pause).toHaveAttribute('aria-pressed', 'false');
      await page.clock.runFor(3000);
      await expectPlace(reel, 3);
    });

    await test.step('for good after a touch', async () => {
      await reel.dispatchEvent('touchstart');
      await expect(pause).toHaveAttribute('aria-pressed', 'true');
      await expectHeld(reel, 3);
      await page.clock.resume();
      await expectAccessible(page, 'section[aria-labelledby=exclusive]');
    });
  },
);

test.describe('with a pointer', () => {
  test.use(desktop);

  test('the carousel stops under the pointer', covers('transition-10'), async ({ page }) => {
    const reel = await watchCarousel(page);
    await reel.hover();
    await expectHeld(reel, 1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(3000);
    await expectPlace(reel, 2);
  });
});

test(
  'the carousel stops out of view, and with reduced motion',
  covers('transition-10'),
  async ({ page }) => {
    await watchCarousel(page);
    const reel = exclusive(page).getByRole('list');
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect(page.getByRole('contentinfo')).toBeInViewport();
    // The browser reports what is in view within two frames.
    await page.clock.resume();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const before = await steps(page);
    await page.clock.fastForward(9000);
    expect(await steps(page)).toEqual(before);
    await expectPlace(reel, 1);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, '/home');
    await expect(exclusive(page).getByRole('button', { name: 'Pause slides' })).toBeHidden();
    await reel.evaluate((list) => list.scrollIntoView({ block: 'center', behavior: 'instant' }));
    // The browser has reported this to the page as well.
    await expect(reel).toBeInViewport({ ratio: 0.5 });
    await expectHeld(reel, 0);
  },
);

/** Records the slides that come into view without their pictures. Resolves to a function that reads their indexes. */
async function watchEmpty(reel: Locator): Promise<() => Promise<number[]>> {
  await reel.evaluate((list) => {
    const empty = new Set<number>();
    Object.assign(globalThis, { empty });
    list.addEventListener('scroll', () => {
      const frame = list.getBoundingClientRect();
      for (const [index, slide] of [...list.children].entries()) {
        const { left, right } = slide.getBoundingClientRect();
        const isInView = right > frame.left + 1 && left < frame.right - 1;
        if (isInView && slide.querySelector('img')!.naturalWidth === 0) empty.add(index);
      }
    });
  });
  return () => reel.evaluate(() => [...(globalThis as unknown as { empty: Set<number> }).empty]);
}

test('a picture is fetched when its slide is next, and no step shows a slide without its picture @wide', async ({
  page,
  isMobile,
}) => {
  // On a phone one slide and the edge of the next.
  const inView = isMobile ? 2 : 3;
  const before = isMobile ? 1 : 0;
  const arrive = await holdBack(page, /fivestar-1-hero/);
  // The picture of the fifth slide, which is used nowhere else on the page.
  const fifth: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('sandal-1-hero')) fifth.push(request);
  });
  await visitInStoppedTime(page, '/home');
  const reel = exclusive(page).getByRole('list');
  // The picture of that edge is fetched only when it is near.
  await expect.poll(() => pictures(reel)).toBe(isMobile ? 1 : inView);
  const empty = await watchEmpty(reel);
  await reel.evaluate((list) => list.scrollIntoView({ block: 'center', behavior: 'instant' }));

  await test.step('autoplay waits for the fourth picture', async () => {
    for (let place = 0; place < before; place += 1) {
      await expect.poll(() => pictures(reel)).toBe(place + inView + 1);
      await page.clock.runFor(3000);
      await expectPosition(reel, place + 1);
    }
    await page.clock.runFor(9000);
    await expectPosition(reel, before);
    expect(await pictures(reel)).toBe(3);
    expect(fifth).toEqual([]);
  });

  await test.step('an arrow takes effect once the picture has loaded', async () => {
    await exclusive(page).getByRole('button', { name: 'Next slide' }).click();
    await expectPosition(reel, before);
    arrive();
    await expectPlace(reel, before + 1);
  });
  expect(await empty()).toEqual([]);
});
