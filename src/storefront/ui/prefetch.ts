// Prefetches the screens that links lead to. The app provides the loader.
import { createContext } from 'react';

/** Loads the chunk of the screen at a path. Unknown paths and repeated calls do nothing. */
export const Prefetch = createContext<(path: string) => void>(() => {});

/** Calls back once, when the element is in view and the browser is idle. Returns a function that cancels it. */
export function onceInView(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    // Safari has no requestIdleCallback
    if ('requestIdleCallback' in window) requestIdleCallback(callback);
    else setTimeout(callback, 200);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
