// When a page has been seen.

/** What is needed of a window. */
export interface Page {
  addEventListener(type: 'load', listener: () => void): void;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  PerformanceObserver: new (callback: (seen: Paints) => void) => {
    observe(options: PerformanceObserverInit): void;
  };
}
type Paints = Pick<PerformanceObserverEntryList, 'getEntriesByName'>;

/** Milliseconds after everything has loaded. In a tab that nobody looks at nothing is ever painted. */
const PATIENCE = 1000;

/** Calls back once: when the first words or pictures were painted, or some time after everything has loaded. */
export function afterFirstPaint(page: Page, callback: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) callback();
    isDone = true;
  };
  page.addEventListener('load', () => page.setTimeout(once, PATIENCE));
  new page.PerformanceObserver((seen) => {
    // 'first-paint' may be a mere background.
    if (seen.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
}
