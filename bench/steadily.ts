// Begins calls at a steady rate and records how long each took.
import { setTimeout as pause } from 'node:timers/promises';

/** Begins `rate` calls per second, whether or not earlier ones have ended; `due` is when each should have begun. */
export async function steadily(
  rate: number,
  seconds: number,
  begin: (due: number) => Promise<void>,
): Promise<void> {
  const start = performance.now();
  const underWay: Promise<void>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = start + (count * 1_000) / rate;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    underWay.push(begin(due));
  }
  await Promise.all(underWay);
}

/** How long calls took, in milliseconds, and with which status they ended. Can be sent between threads. */
export interface Times {
  took: number[];
  statuses: Map<string, number>;
}

export const noTimes = (): Times => ({ took: [], statuses: new Map() });

/** Adds a call that began at `began`, once it has ended. */
export async function add(
  { took, statuses }: Times,
  began: number,
  ending: Promise<number | undefined>,
): Promise<void> {
  const status = String(await ending);
  took.push(performance.now() - began);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Returns a row of a table: the median, the 95th and 99th percentile, the longest, and the statuses. */
export function row(name: string, { took, statuses }: Times): string {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
      .toFixed(1)
      .padStart(9);
  const counts = Array.from(statuses, ([status, count]) => `${status} × ${count}`);
  return `${name.padEnd(22)}${at(0.5)}${at(0.95)}${at(0.99)}${at(1)}  ${counts.join(', ')}`;
}
