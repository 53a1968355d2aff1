// Records the layout shifts of a page: what moves without a user's action.
import type { Page } from '@playwright/test';
import { drawn, expect } from './journey.ts';

/** Records the layout shifts of all pages that load from now on. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string }[] = [];
    Object.assign(globalThis, { shifts });
    interface LayoutShift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    /** It changes its place with a pay bar, and only then (frame.journey.ts). */
    const isChat = ({ node }: LayoutShift['sources'][number]) =>
      node instanceof Element && node.closest('a[href^="https://wa.me/"]') !== null;
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as LayoutShift[]) {
        if (sources.every(isChat)) continue;
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 60) : node?.nodeName;
          return `${name} from ${from.y} px to ${to.y} px`;
        });
        shifts.push({ value, moved: `at ${startTime} ms: ${moved.join(', ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Expects that the layout-shift scores of the page add up to less than `most`. */
export async function expectStill(page: Page, most: number): Promise<void> {
  // The browser reports a shift after the frame that shows it.
  await drawn(page);
  await drawn(page);
  const shifts = await page.evaluate(
    () => (globalThis as unknown as { shifts: { value: number; moved: string }[] }).shifts,
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, shifts.map(({ moved }) => moved).join('\n')).toBeLessThan(most);
}
