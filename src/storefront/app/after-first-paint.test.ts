import { expect, it } from 'vitest';
import { afterFirstPaint, type Page } from './after-first-paint.ts';

/** A window whose events the test dispatches. */
function pageInHand() {
  let load = () => {};
  let timer: (() => void) | undefined;
  let notify: (names: string[]) => void = () => {};
  const page: Page = {
    addEventListener: (_, listener) => void (load = listener),
    setTimeout: (callback) => void (timer = callback),
    PerformanceObserver: class {
      constructor(callback: ConstructorParameters<Page['PerformanceObserver']>[0]) {
        notify = (seen) =>
          callback({
            getEntriesByName: (name) => (seen.includes(name) ? [{ name } as PerformanceEntry] : []),
          });
      }
      observe() {}
    },
  };
  let count = 0;
  afterFirstPaint(page, () => void (count += 1));
  return {
    count: () => count,
    load: () => load(),
    timeIsUp: () => timer?.(),
    paint: (...names: string[]) => notify(names),
  };
}

it('calls back once: at the first text or picture, not at a background', () => {
  const page = pageInHand();
  page.paint('first-paint');
  expect(page.count()).toBe(0);
  page.paint('first-paint', 'first-contentful-paint');
  expect(page.count()).toBe(1);
  page.load();
  page.timeIsUp();
  expect(page.count()).toBe(1);
});

it('calls back after a timeout in a background tab', () => {
  const page = pageInHand();
  page.load();
  expect(page.count()).toBe(0);
  page.timeIsUp();
  expect(page.count()).toBe(1);
});
