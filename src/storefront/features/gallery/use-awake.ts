// When to fetch what is not seen at first: once the page is idle, or as soon as someone reaches for it.
import { useCallback, useEffect, useState } from 'react';

/** No page is kept waiting longer than this for a quiet moment. */
const LATEST = 2500;

/** [whether it is time, how to say that it is time now]. False in prerendered pages. */
export function useAwake(): [boolean, () => void] {
  const [awake, setAwake] = useState(false);
  const wake = useCallback(() => setAwake(true), []);

  useEffect(() => {
    if (awake) return;
    let stop = () => {};
    function waitForIdle(): void {
      if ('requestIdleCallback' in window) {
        const handle = requestIdleCallback(wake, { timeout: LATEST });
        stop = () => cancelIdleCallback(handle);
      } else {
        const handle = setTimeout(wake, 300);
        stop = () => clearTimeout(handle);
      }
    }
    if (document.readyState === 'complete') waitForIdle();
    else addEventListener('load', waitForIdle, { once: true });
    return () => {
      removeEventListener('load', waitForIdle);
      stop();
    };
  }, [awake, wake]);

  return [awake, wake];
}
