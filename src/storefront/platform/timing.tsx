// Detects when somebody comes near a part of the page.
import { useEffect, useState, type RefObject } from 'react';

/**
 * Calls `onNear` once, as soon as the element is within `margin` of the window ('100%' is one window's height). Returns a
 * function that stops waiting for it.
 */
export function whenNear(element: Element, margin: string, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onNear();
    },
    { rootMargin: `${margin} 0px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Returns whether the element has been within `margin` of the window, at any time. False in prerendered pages. */
export function useNear(element: RefObject<Element | null>, margin: string): boolean {
  const [isNear, setNear] = useState(false);

  useEffect(
    () => (element.current ? whenNear(element.current, margin, () => setNear(true)) : undefined),
    [element, margin],
  );

  return isNear;
}
