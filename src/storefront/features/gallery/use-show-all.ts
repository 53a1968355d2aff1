// When to fetch what is not seen at first: once the page is idle, or as soon as someone reaches for it.
import { useCallback, useEffect, useState } from 'react';

/** No page is kept waiting longer than this for a quiet moment. */
const LATEST = 2500;

/** [whether it is time, how to say that it is time now]. False in prerendered pages. */
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
