// Whether a fixed bar covers the field that somebody types in.
import type { Locator } from '@playwright/test';
import { expect } from './journey.ts';

/** Focuses a field from above and from below, and expects that nothing covers it. */
export async function expectUncovered(field: Locator, where: string): Promise<void> {
  for (const edge of ['start', 'end'] as const) {
    await field.evaluate((element, block) => {
      (element as HTMLElement).blur();
      element.scrollIntoView({ block });
      scrollBy(0, block === 'start' ? 400 : -400);
    }, edge);
    await field.focus();
    // The page may glide.
    await expect.poll(() => field.evaluate(covered), where).toBe('');
  }
}

/** Runs in the page: returns what covers the element's corners and middle. */
function covered(element: Element): string {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points = [
    [left + 12, top + 4],
    [right - 12, top + 4],
    [(left + right) / 2, (top + bottom) / 2],
    [left + 12, bottom - 4],
    [right - 12, bottom - 4],
  ] as const;
  return (
    points
      .map(([x, y]) => document.elementFromPoint(x, y))
      // The chat link is no bar.
      .filter((found) => found !== element && !found?.closest('[href*="wa.me"]'))
      .map((found) => found?.outerHTML.slice(0, 90))
      .join()
  );
}
