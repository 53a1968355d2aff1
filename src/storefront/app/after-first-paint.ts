// Runs a callback after the first paint of a page.

/** The parts of `window` that this file uses. */
export interface Page {
  addEventListener(type: 'load', listener: () => void): void;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  PerformanceObserver: new (callback: (seen: Paints) => void) => {
    observe(options: PerformanceObserverInit): void;
  };
}
type Paints = Pick<PerformanceObserverEntryList, 'getEntriesByName'>;

/** Milliseconds after the load event. A background tab never paints. */
const PATIENCE = 1000;

/** Calls back once: at the first contentful paint, or 1 s after the load event. */
export function afterFirstPaint(page: Page, callback: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) callback();
    isDone = true;
  };
  page.addEventListener('load', () => page.setTimeout(once, PATIENCE));
  new page.PerformanceObserver((seen) => {
    // 'first-paint' may be only the background.
    if (seen.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
}
