// Prefetches the screens that links lead to. The app provides the loader.
import { createContext } from 'react';

/** Loads the chunk of the screen at a path. Unknown paths and repeated calls do nothing. */
export const Prefetch = createContext<(path: string) => void>(() => {});

/** A browser's `navigator`. Only Chromium describes the connection. */
export type Connected = Navigator & { connection?: Connection };
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns whether to fetch what may not be needed: not to save data, and not over a connection slower than 4G. */
export function mayPrefetch({ saveData = false, effectiveType = '4g' }: Connection = {}): boolean {
  return !saveData && effectiveType === '4g';
}
