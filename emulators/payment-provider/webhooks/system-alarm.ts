// The courier's timer, on the timers of the system.
import type { Alarm } from '../webhooks.ts';

/** Milliseconds. A longer timer would fire at once; the courier then looks again earlier than needed. */
const longest = 2 ** 31 - 1;

export function systemAlarm(): Alarm {
  let timer: NodeJS.Timeout | undefined;
  return {
    set(milliseconds, ring) {
      clearTimeout(timer);
      timer = setTimeout(ring, Math.min(milliseconds, longest));
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
