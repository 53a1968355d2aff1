import { describe, expect, it } from 'vitest';
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
        notify = (names) =>
          callback({
            getEntriesByName: (name) =>
              names
                .filter((each) => each === name)
                .map((each) => ({ name: each }) as PerformanceEntry),
          });
      }
      observe() {}
    },
  };
  let calls = 0;
  afterFirstPaint(page, () => void (calls += 1));
  return {
    calls: () => calls,
    load: () => load(),
    timeIsUp: () => timer?.(),
    paint: (...names: string[]) => notify(names),
  };
}

describe('afterFirstPaint', () => {
  it('waits for text or a picture, not for a background', () => {
    const page = pageInHand();
    page.paint('first-paint');
    expect(page.calls()).toBe(0);
    page.paint('first-contentful-paint');
    expect(page.calls()).toBe(1);
  });

  it('calls back once if both paints are reported together', () => {
    const page = pageInHand();
    page.paint('first-paint', 'first-contentful-paint');
    expect(page.calls()).toBe(1);
  });

  it('calls back after a timeout in a background tab', () => {
    const page = pageInHand();
    page.load();
    expect(page.calls()).toBe(0);
    page.timeIsUp();
    expect(page.calls()).toBe(1);
  });

  it('calls back once, whatever comes later', () => {
    const page = pageInHand();
    page.paint('first-contentful-paint');
    page.load();
    page.timeIsUp();
    expect(page.calls()).toBe(1);
  });
});
