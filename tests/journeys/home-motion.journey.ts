// The home page: what moves and what stops it ('Our Exclusive Products' too).
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectFit,
  holdBack,
  test,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import { desktop, phone, withMotion } from '#support/journeys/windows.ts';

test.use({ ...phone, ...withMotion });

/** Resolves to the states of the animations, each once. */
const paces = async (pieces: Locator) => [
  ...new Set(
    await pieces.evaluateAll((all) =>
      all.flatMap((piece) => piece.getAnimations().map(({ playState }) => playState)),
    ),
  ),
];

const falling = (page: Page) => page.getByRole('region', { name: 'Welcome' }).locator('i');

/** Stops the pieces at a time of their animations, in milliseconds. A piece that then falls again stays at 0. */
const stopAt = (page: Page, time: number) =>
  falling(page).evaluateAll((all, currentTime) => {
    for (const piece of all) {
      Object.assign(piece.getAnimations()[0]!, { playbackRate: 0, currentTime });
    }
  }, time);

/** Resolves to the positions of the pieces that have fallen again since they were stopped. */
const fallenAgain = (page: Page) =>
  falling(page).evaluateAll((all) =>
    all.flatMap((piece, index) => (piece.getAnimations()[0]!.currentTime === 0 ? [index] : [])),
  );

const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('fifteen pieces fall at the start, then one more each second after 2 s; all rest in a hidden tab, out of view, and on request even after a reload @all [home-3,4 constant-38,39 name-11 state-3]', async ({
  page,
}) => {
  await visitInStoppedTime(page, '/home');
  const timings = await falling(page).evaluateAll((all) =>
    all.map((piece) => {
      const effect = piece.getAnimations()[0]!.effect as KeyframeEffect;
      const { delay, iterations, duration } = effect.getComputedTiming();
      const frames = effect.getKeyframes();
      const end = frames.find(({ transform }) => transform === frames.at(-1)!['transform'])!;
      return { delay, iterations, ms: Number(duration) * end.computedOffset };
    }),
  );
  const falls = timings.filter(({ iterations }) => iterations === 1);
  expect(falls).toHaveLength(15);
  for (const { delay, ms } of falls) {
    expect(delay).toBe(0);
    expect(ms).toBeGreaterThanOrEqual(2000);
    expect(ms).toBeLessThanOrEqual(5000);
  }
  // The others float.
  expect(timings.slice(15).map(({ iterations }) => iterations)).toEqual(Array(3).fill(Infinity));

  await stopAt(page, 2000);
  // The seconds count from when the browser reports that the pieces are in view.
  await expect(async () => {
    await page.clock.runFor(500);
    expect(await fallenAgain(page)).toEqual([0]);
  }).toPass({ intervals: [50] });
  await stopAt(page, 1999);
  await page.clock.runFor(5000);
  expect(await fallenAgain(page)).toEqual([]);

  await stopAt(page, 2000);
  const inTurn = [...Array(14).keys()].map((index) => index + 1);
  for (const last of inTurn) {
    await page.clock.runFor(1000);
    expect(await fallenAgain(page)).toEqual(inTurn.slice(0, last));
  }
  await page.clock.runFor(1000);
  expect(await fallenAgain(page)).toEqual([0, ...inTurn]);

  const states = () => paces(falling(page));
  const expectRest = async () => {
    await expect.poll(states).toEqual(['paused']);
    await stopAt(page, 2000);
    await page.clock.runFor(5000);
    expect(await fallenAgain(page)).toEqual([]);
  };
  await hide(page, true);
  await expectRest();
  await hide(page, false);
  await expect.poll(states).toEqual(['running']);
  const pause = page.getByRole('button', { name: 'Pause animation' });
  await pause.click();
  await expectRest();
  await pause.click();
  await page.clock.runFor(1000);
  expect(await fallenAgain(page)).toEqual([1]);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expectRest();

  await page.clock.resume();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(states).toEqual(['running']);
  await pause.click();
  await expectFit(page, 'section[aria-label=Welcome]');
  await page.reload();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(states).toEqual(['paused']);
  await pause.click();
  await expect.poll(states).toEqual(['running']);
});

test('with reduced motion nothing moves @all [home-5]', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, '/home');
  await expect(falling(page).first()).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pause animation' })).toBeHidden();
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
  await expect.poll(moving).toBe(0);
  await expect(falling(page)).toHaveCount(18);
  await expectFit(page, 'section[aria-label=Welcome]');
});

const exclusive = (page: Page) => page.getByRole('region', { name: 'Our Exclusive Products' });
const comeToCarousel = (reel: Locator) =>
  reel.evaluate((list) => list.scrollIntoView({ block: 'center', behavior: 'instant' }));

test('the carousel shows one slide, two from 640 px, three from 768 px, 19 px apart; its arrows wrap around both ends @all [constant-36 transition-11 name-10]', async ({
  page,
}) => {
  await visit(page, '/home');
  const reel = exclusive(page).getByRole('list');
  for (const [width, sideBySide] of [
    [639, 1],
    [640, 2],
    [767, 2],
    [768, 3],
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
});

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
  // On a phone one slide and the edge of the next.
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
  await comeToCarousel(reel);
  await expect(async () => {
    await page.clock.runFor(500);
    expect(await steps(page)).toHaveLength(1);
  }).toPass({ intervals: [50] });
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

/** Resolves once the browser has reported to the page whether the carousel is in view. */
const reported = (reel: Locator) =>
  reel.evaluate((list) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const observer = new IntersectionObserver(() => resolve());
    observer.observe(list);
    return promise.then(() => observer.disconnect());
  });

test.describe('with a pointer', () => {
  test.use(desktop);

  test('the carousel moves on every 3000 ms, starts again after the last slide, and stops on focus, under the pointer, out of view, in a hidden tab, on request, after a touch and with reduced motion @all [home-8 transition-9,10 constant-37]', async ({
    page,
  }) => {
    const reel = await watchCarousel(page);
    const pause = exclusive(page).getByRole('button', { name: 'Pause slides' });
    const expectNext = async (place: number) => {
      await page.clock.runFor(3000);
      await expectPlace(reel, place);
    };
    await expectNext(2);
    await reel.evaluate((list) => {
      list.scrollLeft = list.scrollWidth;
    });
    await expectPlace(reel, 3);
    await expectNext(0);
    const times = await steps(page);
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual([3000, 3000]);

    await reel.getByRole('link').first().focus();
    await expectHeld(reel, 0);
    await reel.getByRole('link').first().blur();
    await expectNext(1);

    await reel.hover();
    await expectHeld(reel, 1);
    await page.mouse.move(0, 0);
    await expectNext(2);

    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await reported(reel);
    await expectHeld(reel, 2);
    await comeToCarousel(reel);
    await reported(reel);
    await hide(page, true);
    await expectHeld(reel, 2);
    await hide(page, false);
    await expectNext(3);

    await pause.click();
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
    // The carousel must not stop because of the pointer instead.
    await page.mouse.move(0, 0);
    await expectHeld(reel, 3);
    await pause.click();
    await expect(pause).toHaveAttribute('aria-pressed', 'false');
    await page.mouse.move(0, 0);
    await expectNext(0);

    await reel.dispatchEvent('touchstart');
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
    await expectHeld(reel, 0);
    await page.clock.resume();
    await expectFit(page, 'section[aria-labelledby=exclusive]');

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, '/home');
    await expect(pause).toBeHidden();
    await comeToCarousel(reel);
    await reported(reel);
    await expectHeld(reel, 0);
  });
});

test('a picture is fetched when its slide is next, and the carousel waits for it @all', async ({
  page,
}) => {
  const arrive = await holdBack(page, /fivestar-1-hero/);
  await visitInStoppedTime(page, '/home');
  const reel = exclusive(page).getByRole('list');
  // One slide and the edge of the next, whose picture is fetched only when it is near.
  await expect.poll(() => pictures(reel)).toBe(1);
  await comeToCarousel(reel);
  await expect.poll(() => pictures(reel)).toBe(3);
  await page.clock.runFor(3000);
  await expectPosition(reel, 1);
  // Autoplay waits for the fourth picture, as does an arrow.
  await page.clock.runFor(9000);
  await expectPosition(reel, 1);
  await exclusive(page).getByRole('button', { name: 'Next slide' }).click();
  await expectPosition(reel, 1);
  expect(await pictures(reel)).toBe(3);
  await arrive();
  await expectPlace(reel, 2);
});
