// Fetches the code of the reviews, once. On a page from the server, when somebody comes near them: most visitors never
// do, and the page is hydrated sooner without it. After a change of screens at once, because nothing else says how much
// room they need.
import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType, RefObject } from 'react';
import { withStyles } from '../platform/later-styles.ts';
import { mayPrefetch } from '../platform/prefetch.ts';
import type { Connected } from '../platform/prefetch.ts';
import { whenNear } from '../platform/timing.tsx';
import type { ReviewsProps } from './reviews.tsx';

/** How far below the view the section is when its code is fetched. */
const NEAR = '300px';
const ANYWHERE = '100000px';

type Code = ComponentType<ReviewsProps>;

let loaded: Code | undefined;

export interface ReviewsCode {
  readonly Reviews: Code | undefined;
  /** The code could not be loaded: no connection, or the shop was deployed since the page was loaded. */
  readonly hasFailed: boolean;
  /** Fetches it now; resolves to whether it is loaded. */
  load(): Promise<boolean>;
}

/** @param isEarly fetches it before anybody comes near, unless over a slow connection or to save data */
export function useReviewsCode(
  section: RefObject<HTMLElement | null>,
  isEarly: boolean,
): ReviewsCode {
  // In a list, because React would call a bare component as an update.
  const [[Reviews], setCode] = useState([loaded]);
  const [hasFailed, setFailed] = useState(false);

  async function load(): Promise<boolean> {
    try {
      loaded ??= (await withStyles(import('./reviews.tsx'))).Reviews;
      setCode([loaded]);
      return true;
    } catch (error) {
      // oxlint-disable-next-line no-console -- as with the reviews themselves: logged only
      console.error('The reviews could not be loaded', error);
      setFailed(true);
      return false;
    }
  }

  const onNear = useEffectEvent(() => void load());
  useEffect(() => {
    if (!section.current) return undefined;
    const isNow = isEarly && mayPrefetch((navigator as Connected).connection);
    return whenNear(section.current, isNow ? ANYWHERE : NEAR, () => onNear());
  }, [section, isEarly]);

  return { Reviews, hasFailed, load };
}
