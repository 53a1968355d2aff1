// Decides when to load what is small and not needed at first.
import { useEffect, useState } from 'react';

/** Milliseconds after which the page counts as idle at the latest. */
const LATEST = 2500;

/** Returns whether the page has loaded and been idle since. False in prerendered pages. */
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
