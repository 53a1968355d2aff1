// What a request costs the shop: processor time, and memory that it keeps. Neither depends on the load of the machine.
import { cpuTime, residentMemory } from '#support/server/process-use.ts';

export interface Cost {
  /** Milliseconds of the processor, in all threads of the process. */
  cpu: number;
  /** Megabytes. */
  kept: number;
}

/** What an anonymous request may cost. */
export const MOST: Cost = { cpu: 50, kept: 5 };

export const isAbove = ({ cpu, kept }: Cost) => cpu > MOST.cpu || kept > MOST.kept;

/** Returns a function that returns what the process has used since. Of several requests at once it is the sum. */
export function startMeter(pid: number): () => Cost {
  const [cpu, memory] = [cpuTime(pid), residentMemory(pid)];
  return () => ({ cpu: cpuTime(pid) - cpu, kept: residentMemory(pid) - memory });
}

/**
 * Resolves to the cost of a request, which `send` sends alone. Of its processor time the least counts, as other work of the
 * process may coincide; of its memory the mean, as garbage does not grow with every repetition.
 */
export async function measureAlone(pid: number, send: () => Promise<unknown>): Promise<Cost> {
  const total = startMeter(pid);
  const cpu: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    const meter = startMeter(pid);
    await send();
    const cost = meter();
    cpu.push(cost.cpu);
    // Enough for a request that only coincided with others.
    if (count === 2 && !isAbove({ cpu: Math.min(...cpu), kept: total().kept })) break;
  }
  return { cpu: Math.min(...cpu), kept: total().kept / cpu.length };
}
