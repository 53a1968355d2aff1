// How a link asks for the next screen before it is opened. The app provides the loader of its routes.
import { createContext } from 'react';

/** Loads the chunk of the screen at a path; unknown paths and repeats are harmless. */
export const Prefetch = createContext<(path: string) => void>(() => {});

/** Calls back once, when the element comes into view and the browser is idle. Returns how to stop. */
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
