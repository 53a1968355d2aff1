// Does for a navigation what the browser does for a page load: begins at the top, restores the scroll position on a
// return, and lets the keyboard and the screen reader begin at the new heading.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { plainPath } from '../../shop/paths.ts';
import { gentleScroll } from '../ui/motion/ui-motion.ts';
import { currentKey, useLocation } from '../platform/navigation.tsx';

/** How far each visited screen was scrolled, by the key of its history entry. */
const places = new Map<string, number>();

/** Records where the visitor is. The browser may already be at the next entry while React is not yet. */
function usePlaces(key: string): void {
  useEffect(() => {
    const record = () => {
      if (currentKey() === key) places.set(key, scrollY);
    };
    addEventListener('scroll', record, { passive: true });
    return () => removeEventListener('scroll', record);
  }, [key]);
}

function begin(main: HTMLElement | null): void {
  const start = main?.querySelector('h1') ?? main;
  start?.setAttribute('tabindex', '-1');
  start?.focus({ preventScroll: true });
}

/** Call once, in the frame. */
export function usePageChange(main: RefObject<HTMLElement | null>): void {
  const location = useLocation();
  const last = useRef(location);
  usePlaces(location.key);

  useLayoutEffect(() => {
    const { key, pathname } = last.current;
    if (key === location.key) return;
    last.current = location;
    const samePage = plainPath(pathname) === plainPath(location.pathname);
    if (location.isReturn) {
      // The browser restored it too early: the previous screen was still shown, maybe a shorter one
      const place = places.get(location.key);
      if (place !== undefined) scrollTo({ top: place, behavior: 'instant' });
      return;
    }
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target) target.scrollIntoView();
    else scrollTo({ top: 0, behavior: samePage ? gentleScroll() : 'instant' });
    if (!samePage) begin(main.current);
  }, [location, main]);
}
