// A clock that moves only when a test moves it, and an alarm on it for the stand-in's webhook courier.
import { EventEmitter, once } from 'node:events';
import type { Clock } from '../../../emulators/payment-provider/ledger.ts';
import type { Alarm } from '../../../emulators/payment-provider/webhooks.ts';

export type HandDrivenTime = ReturnType<typeof handDrivenTime>;

export function handDrivenTime(start = new Date('2026-11-20T10:00:00Z')) {
  const waits = new EventEmitter();
  let now = start.getTime();
  let pending: (() => void) | undefined;
  const clock: Clock = () => new Date(now);
  const alarm: Alarm = {
    set(milliseconds, ring) {
      pending = ring;
      waits.emit('wait', milliseconds);
    },
    cancel: () => (pending = undefined),
  };
  return {
    clock,
    alarm,
    /** Resolves to the next waiting time that the courier asks for, in milliseconds. */
    nextWait: async () => Number((await once(waits, 'wait'))[0]),
    /** Moves the clock and rings the alarm, if one is set. */
    advance(milliseconds: number) {
      now += milliseconds;
      const ring = pending;
      pending = undefined;
      ring?.();
    },
  };
}
