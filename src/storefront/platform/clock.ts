// The time by the server's clock: that of the device may be days ahead or behind, and the server decides which dates it
// accepts and promises. Every response of the API has its time, and the document has it for scripts (`Server-Timing`).
import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** What the server's clock is ahead of the device's, in ms; 0 until a response has come. */
let offset = 0;
const listeners = new Set<() => void>();

/** Returns the time, by the device's clock until the server's is known. */
export const now = (): Date => new Date(Date.now() + offset);

/** Sets the server's clock by a time in ms that has just come from it. Ignores NaN, and what may be the way of a response. */
export function setServerTime(time: number): void {
  const ahead = time - Date.now();
  if (!(Math.abs(ahead - offset) > MINUTE_MS)) return;
  offset = ahead;
  for (const listener of listeners) listener();
}

type Document = Partial<Pick<PerformanceNavigationTiming, 'transferSize' | 'serverTiming'>>;

/** Sets the server's clock by the document, unless it came from a cache, whose time has passed. */
export function readDocumentTime({ transferSize = 0, serverTiming = [] }: Document): void {
  const time = serverTiming.find(({ name }) => name === 'now')?.duration;
  if (transferSize > 0 && time !== undefined) setServerTime(time);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // A tab that is opened again may be from another day.
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Returns the time to the minute, and again when the server's clock becomes known or the tab is opened again. */
export function useNow(clock: () => Date = now): Date {
  const minute = () => Math.floor(clock().getTime() / MINUTE_MS);
  return new Date(useSyncExternalStore(subscribe, minute, minute) * MINUTE_MS);
}
