// Whose turn it is: a queue for expensive work that anybody can request. Queues are in memory.
import { ProblemError } from './problem.ts';

interface FairQueue {
  /**
   * Runs the work when it is the caller's turn and resolves to its result. Throws a 503 problem with Retry-After
   * when too much is waiting.
   * @param caller from wide to narrow, such as `clientNetworks` returns it: networks take turns, then the callers in each
   */
  run<T>(caller: readonly string[], work: () => Promise<T>): Promise<T>;
}

interface FairQueueOptions {
  /** Limits of concurrent and of waiting work, both over all callers. */
  atOnce: number;
  waiting: number;
  /** What a refused caller reads. */
  busy: string;
}

interface Waiting {
  begin: () => void;
  refuse: (why: ProblemError) => void;
}

/** Waiting work: of the members of a network, in the order of their turns, or of one caller. No member is empty. */
interface Line {
  size: number;
  members: Map<string, Line>;
  own: Waiting[];
}

const emptyLine = (): Line => ({ size: 0, members: new Map(), own: [] });

function append(line: Line, [name, ...rest]: readonly string[], work: Waiting): void {
  line.size += 1;
  if (name === undefined) return void line.own.push(work);
  const member = line.members.get(name) ?? emptyLine();
  line.members.set(name, member);
  append(member, rest, work);
}

/** Takes out the work whose turn it is. Its caller and its network go to the end. */
function shiftFirst(line: Line): Waiting | undefined {
  line.size -= 1;
  const [next] = line.members;
  if (!next) return line.own.shift();
  const [name, member] = next;
  const first = shiftFirst(member);
  line.members.delete(name);
  if (member.size > 0) line.members.set(name, member);
  return first;
}

/** Takes out the last of the longest line. */
function popLast(line: Line): Waiting | undefined {
  line.size -= 1;
  const [name, longest] = findLongest(line);
  if (!longest) return line.own.pop();
  const last = popLast(longest);
  if (longest.size === 0) line.members.delete(name);
  return last;
}

function findLongest({ members }: Line): [name: string, line?: Line] {
  let found: [string, Line?] = [''];
  for (const entry of members) if (entry[1].size > (found[1]?.size ?? 0)) found = entry;
  return found;
}

/** Takes out the last of the longest line, of which each level is longer than the caller's own; else undefined. */
function makeRoom(line: Line, [name, ...rest]: readonly string[]): Waiting | undefined {
  if (name === undefined) return undefined;
  const own = line.members.get(name);
  const [, longest] = findLongest(line);
  if ((longest?.size ?? 0) > (own?.size ?? 0) + 1) return popLast(line);
  const last = own && makeRoom(own, rest);
  if (last) line.size -= 1;
  return last;
}

/**
 * Creates a queue. Callers take turns, so one with many requests, or many addresses of one network, delays only itself.
 */
export function createFairQueue({ atOnce, waiting, busy }: FairQueueOptions): FairQueue {
  const line = emptyLine();
  let running = 0;

  function startNext(): void {
    if (line.size === 0 || running >= atOnce) return;
    running += 1;
    shiftFirst(line)?.begin();
  }

  function wait(caller: readonly string[]): Promise<void> {
    if (line.size >= waiting) {
      const tooMuch = new ProblemError(503, busy, { code: 'TOO_BUSY' }, { 'Retry-After': '10' });
      const last = makeRoom(line, caller);
      if (!last) throw tooMuch;
      last.refuse(tooMuch);
    }
    return new Promise((begin, refuse) => append(line, caller, { begin, refuse }));
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
