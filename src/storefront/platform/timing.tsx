// When a part of a page is rendered or loaded: once it is hydrated, idle, near, or in a second step.
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from './navigation.tsx';

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

/**
 * Renders what is below the first view in a second step once a link has been followed, so that the first view is painted sooner. In a
 * prerendered page they are in the HTML. On a return they are rendered at once, or the page would be too short for the
 * position to scroll to; for a link to an anchor too, which may be one of them.
 */
export function BelowFirstView({ children }: { children: ReactNode }) {
  const { isReturn, hash } = useLocation();
  return useDeferredValue(true, isReturn || hash !== '') && children;
}

/** Calls back with whether the window matches the media query: once the page is hydrated, and at each change. */
export function useMedia(query: string, onChange: (matches: boolean) => void): void {
  const report = useEffectEvent(onChange);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => report(media.matches);
    look();
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, [query]);
}

const never = () => () => {};

/** Returns whether the page is hydrated: false in the prerendered page and during hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Milliseconds after which the page counts as idle at the latest. */
const LATEST = 2500;

/** Returns whether the page has loaded and been idle since, for what is small and not needed at first. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    if (isIdle) return;
    const rest = () => setIdle(true);
    let stop = () => {};
    function waitForIdle(): void {
      if ('requestIdleCallback' in window) {
        const handle = requestIdleCallback(rest, { timeout: LATEST });
        stop = () => cancelIdleCallback(handle);
      } else {
        const handle = setTimeout(rest, 300);
        stop = () => clearTimeout(handle);
      }
    }
    if (document.readyState === 'complete') waitForIdle();
    else addEventListener('load', waitForIdle, { once: true });
    return () => {
      removeEventListener('load', waitForIdle);
      stop();
    };
  }, [isIdle]);

  return isIdle;
}
