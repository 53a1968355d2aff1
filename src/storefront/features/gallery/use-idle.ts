// Decides when to load pictures that are not visible at first: once the page is idle, or on request.
import { useCallback, useEffect, useState } from 'react';

/** Milliseconds after which pictures load even if the page is not idle. */
const LATEST = 2500;

/** Returns whether to show all pictures, and a function that shows them at once. False in prerendered pages. */
export function useShowAll(): [boolean, () => void] {
  const [showsAll, setShowsAll] = useState(false);
  const showAll = useCallback(() => setShowsAll(true), []);

  useEffect(() => {
    if (showsAll) return;
    let stop = () => {};
    function waitForIdle(): void {
      if ('requestIdleCallback' in window) {
        const handle = requestIdleCallback(showAll, { timeout: LATEST });
        stop = () => cancelIdleCallback(handle);
      } else {
        const handle = setTimeout(showAll, 300);
        stop = () => clearTimeout(handle);
      }
    }
    if (document.readyState === 'complete') waitForIdle();
    else addEventListener('load', waitForIdle, { once: true });
    return () => {
      removeEventListener('load', waitForIdle);
      stop();
    };
  }, [showsAll, showAll]);

  return [showsAll, showAll];
}
