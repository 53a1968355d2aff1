// Taps before the scripts have loaded: on a slow phone with bad reception, whose scripts come another 1.5 s later.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { earlyTaps } from '#support/journeys/early-taps.ts';
import type { EarlyTap } from '#support/journeys/early-taps.ts';
import { holdBack } from '#support/journeys/journey.ts';
import { phone } from '#support/journeys/windows.ts';
import { openStage, slowNetwork, slowProcessor, untilHydrated } from './browser.ts';
import { middle } from './part.ts';
import type { Part } from './part.ts';

const LATE_MS = 1_500;
/** Between the first paint and the tap. */
const TAP_AFTER_MS = 150;
/** A tap without an effect this long after the hydration is lost. */
const PATIENCE_MS = 20_000;

/** Milliseconds since the page was requested. */
interface Moments {
  painted: number;
  tapped: number;
  hydrated: number;
}

/** Runs in the page, before its own scripts. */
function recordMoments(): void {
  const moments: Partial<Moments> = {};
  Object.assign(globalThis, { moments });
  const record = (name: keyof Moments) => (moments[name] ??= performance.now());
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (paint) moments.painted ??= paint.startTime;
  }).observe({ type: 'paint', buffered: true });
  addEventListener('click', ({ isTrusted }) => void (isTrusted && record('tapped')), true);
  const html = { subtree: true, attributeFilter: ['data-hydrated'] };
  new MutationObserver(() => record('hydrated')).observe(document, html);
}

/** Resolves `after` milliseconds after the first paint. */
function untilTap(after: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { painted } = (globalThis as unknown as { moments: Partial<Moments> }).moments;
      if (painted === undefined) requestAnimationFrame(look);
      else setTimeout(resolve, Math.max(0, painted + after - performance.now()));
    };
    look();
  });
}

/** Resolves to the moments, and when the tap had its effect; undefined if it never had. */
async function tapEarly(page: Page, { path, target, type, happened }: EarlyTap) {
  await page.addInitScript(recordMoments);
  await slowNetwork(page);
  await slowProcessor(page);
  const letGo = await holdBack(page, '**/assets/*.js');
  const arrival = page.waitForRequest('**/assets/*.js').then(() => pause(LATE_MS));
  await page.goto(path, { waitUntil: 'commit' });
  await page.evaluate(untilTap, TAP_AFTER_MS);
  await type?.(page);
  await target(page).tap({ force: true });
  await arrival;
  letGo();
  await untilHydrated(page);
  const isDone = await expect(() => happened(page))
    .toPass({ timeout: PATIENCE_MS })
    .then(() => true)
    .catch(() => false);
  const done = await page.evaluate(() => performance.now());
  const moments = await page.evaluate(
    () => (globalThis as unknown as { moments: Moments }).moments,
  );
  return { ...moments, done: isDone ? done : undefined };
}

export const part: Part = {
  name: 'taps',
  about: `Eight taps ${TAP_AFTER_MS} ms after the first paint, on 1.6 Mbit/s with 150 ms and a quarter of the processor, with scripts that come ${LATE_MS} ms late.`,
  async run({ repeats, report }) {
    await using stage = await openStage();
    const lost: number[] = [];
    const pressed: number[] = [];
    const hydration: number[] = [];
    for (let turn = 0; turn < repeats; turn += 1) {
      let missing = 0;
      for (const tap of earlyTaps) {
        const moments = await stage.visit(phone, (page) => tapEarly(page, tap));
        const { painted, tapped, hydrated, done } = moments;
        const [first, second, third] = [painted, tapped, hydrated].map((at) => Math.round(at));
        report(
          `${tap.name}: painted at ${first} ms, tapped at ${second} ms, hydrated at ${third} ms, ` +
            (done === undefined ? 'lost' : `done at ${Math.round(done)} ms`),
        );
        pressed.push(tapped - painted);
        hydration.push(hydrated - painted);
        if (done === undefined) missing += 1;
      }
      lost.push(missing);
    }
    return [
      { what: `lost of ${earlyTaps.length}`, unit: 'taps', ...middle(lost), reach: 0 },
      { what: 'first paint until tapped', unit: 'ms', ...middle(pressed) },
      { what: 'first paint until hydrated', unit: 'ms', ...middle(hydration) },
    ];
  },
};
