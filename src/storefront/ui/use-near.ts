// Tells when somebody comes near a part of the page.
import { useEffect, useState, type RefObject } from 'react';

/**
 * Returns whether the element has been within `margin` of the window ('100%' is one window's height), at any time. False
 * in prerendered pages.
 */
export function useNear(element: RefObject<Element | null>, margin: string): boolean {
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setNear(true);
      },
      { rootMargin: `${margin} 0px` },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);

  return isNear;
}
