// The courier's alarm on the system's timers.
import type { Alarm } from './courier.ts';

/** Timers longer than this would fire at once; the courier then simply looks again. */
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
