// A bounded queue for expensive work that anybody can request. Callers take turns, so one with many requests delays
// only itself.
import { ProblemError } from './problem.ts';

export interface FairQueue {
  /**
   * Runs the work when it is the caller's turn and resolves to its result. Throws a 503 problem with Retry-After
   * when too much is waiting.
   */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
}

interface Place {
  begin: () => void;
  refuse: (why: ProblemError) => void;
}

/** Creates a queue with a limit for concurrent work and one for waiting work, both over all callers. */
export function createFairQueue({
  atOnce,
  waiting: longest,
}: {
  atOnce: number;
  waiting: number;
}): FairQueue {
  /** Waiting work by caller, in the order of their turns. No line is empty. */
  const lines = new Map<string, Place[]>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    const [next] = lines;
    if (!next || running >= atOnce) return;
    const [caller, line] = next;
    const place = line.shift();
    lines.delete(caller);
    if (line.length > 0) lines.set(caller, line);
    waiting -= 1;
    running += 1;
    place?.begin();
  }

  /** Refuses the last place of the longest line. Throws if that is the caller's own. */
  function makeRoom(caller: string): void {
    let longestLine = lines.get(caller) ?? [];
    let most = longestLine.length + 1;
    let isOwn = true;
    for (const line of lines.values()) {
      if (line.length <= most) continue;
      [longestLine, most, isOwn] = [line, line.length, false];
    }
    if (isOwn) throw tooMuch();
    longestLine.pop()?.refuse(tooMuch());
    waiting -= 1;
  }

  function wait(caller: string): Promise<void> {
    if (waiting >= longest) makeRoom(caller);
    return new Promise((begin, refuse) => {
      const line = lines.get(caller);
      if (line) line.push({ begin, refuse });
      else lines.set(caller, [{ begin, refuse }]);
      waiting += 1;
    });
  }

  return {
    async run(caller, work) {
      if (running < atOnce) running += 1;
      else await wait(caller);
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}

function tooMuch(): ProblemError {
  return new ProblemError(
    503,
    'Very many people are logging in right now. Please try again in ten seconds.',
    { code: 'TOO_BUSY' },
    { 'Retry-After': '10' },
  );
}
