// How often a caller may do what costs money or reveals something. The counters are in memory: one process
// serves the shop, and a restart loses the counts of at most one window.
import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from './problem.ts';

/** Who is counted. `account` is a user id or, before sign-in, the normalised e-mail address. */
export interface Caller {
  account?: string;
  address: string;
}

interface LimitRule {
  by: 'account' | 'address' | 'account and address';
  points: number;
  seconds: number;
}

export interface Limit {
  /** Counts one try. Throws a 429 problem with Retry-After once the caller has used up a rule. */
  consume(caller: Caller): Promise<void>;
  /** Undoes one `consume`, after an honest try. */
  restore(caller: Caller): Promise<void>;
  /** Resets the counts of the account, whose owner has proved their identity. The address stays counted. */
  reset(caller: Required<Caller>): Promise<void>;
}

export type LimitRules<Name extends string> = Readonly<Record<Name, readonly LimitRule[]>>;
export type Limits<Name extends string> = Readonly<Record<Name, Limit>>;

/** Returns new counters for every limit. */
export function createLimits<Name extends string>(rules: LimitRules<Name>): Limits<Name> {
  const entries = Object.entries<readonly LimitRule[]>(rules);
  const limits = entries.map(([name, own]) => [name, createLimit(own)]);
  return Object.fromEntries(limits) as Limits<Name>;
}

/** An IPv6 address counts as its /64; a rule by address allows sixteen times its number for the whole /48. */
const NETWORK_FACTOR = 16;

type Rule = Omit<LimitRule, 'by'> & { by: LimitRule['by'] | 'network' };

function withNetworks(rules: readonly LimitRule[]): Rule[] {
  const wider = rules.filter(({ by }) => by === 'address');
  const ofNetworks = wider.map((rule): Rule => ({
    ...rule,
    by: 'network',
    points: rule.points * NETWORK_FACTOR,
  }));
  return [...rules, ...ofNetworks];
}

function createLimit(rules: readonly LimitRule[]): Limit {
  const counters = withNetworks(rules).map((rule) => ({
    rule,
    counter: new RateLimiterMemory({ points: rule.points, duration: rule.seconds }),
  }));
  return {
    async consume(caller) {
      const taken: typeof counters = [];
      for (const entry of counters) {
        const key = keyOf(entry.rule, caller);
        if (key === undefined) continue;
        try {
          await entry.counter.consume(key);
          taken.push(entry);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          // A refused try does not count: it must not use up the other rules.
          await Promise.all([...taken, entry].map((each) => reward(each, caller)));
          throw tooMany(refusal.msBeforeNext);
        }
      }
    },
    async restore(caller) {
      await Promise.all(counters.map((entry) => reward(entry, caller)));
    },
    async reset(caller) {
      for (const { rule, counter } of counters) {
        const key = keyOf(rule, caller);
        const isOwn = rule.by === 'account' || rule.by === 'account and address';
        if (isOwn && key !== undefined) await counter.delete(key);
      }
    },
  };
}

async function reward(
  entry: { rule: Rule; counter: RateLimiterMemory },
  caller: Caller,
): Promise<void> {
  const key = keyOf(entry.rule, caller);
  if (key === undefined) return;
  const used = await entry.counter.get(key);
  // After the window has passed there is nothing to give back: a reward would create a credit.
  if (used !== null && used.consumedPoints > 0) await entry.counter.reward(key);
}

function keyOf(rule: Rule, { account, address }: Caller): string | undefined {
  if (rule.by === 'address') return address;
  if (rule.by === 'network') {
    const [network] = /^(?:[\da-f]+:){3}/.exec(address) ?? [];
    return address.endsWith('::/64') ? network : undefined;
  }
  if (account === undefined) return undefined;
  return rule.by === 'account' ? account : `${account} ${address}`;
}

function tooMany(msBeforeNext: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const wait =
    seconds < 90
      ? `${seconds} seconds`
      : seconds < 5400
        ? `${Math.ceil(seconds / 60)} minutes`
        : `${Math.ceil(seconds / 3600)} hours`;
  return new ProblemError(
    429,
    `Too many tries. Please wait ${wait} and try again.`,
    { code: 'TOO_MANY_TRIES' },
    { 'Retry-After': String(seconds) },
  );
}

// The client address of the current request, for code that gets no Hono context. It is the address that the rate
// limits count by.

export const requestAddress = new AsyncLocalStorage<string>();

// Determines the client's address for the rate limits. X-Forwarded-For counts only if the settings trust a proxy.

/**
 * Returns the client's address as the limits count it: IPv4 in full, IPv6 by its /64, 'unknown' without a socket.
 * @param remote the socket's remote address
 * @param forwardedFor the X-Forwarded-For header; every proxy appends the address that it sees
 * @param trustedProxies the number of proxies in front. Entries are counted from the right, so entries that the
 *   client sent itself are never used
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const own = fold(remote ?? '') ?? 'unknown';
  if (trustedProxies === 0 || forwardedFor === undefined) return own;
  const named = forwardedFor.split(',').at(-trustedProxies);
  return fold(withoutPort(named?.trim() ?? '')) ?? own;
}

/** Removes the port that some proxies append: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
}

/** Returns IPv4 in full and IPv6 as its /64, which belongs to one household or machine; else undefined. */
function fold(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 4) return bare;
  if (version !== 6) return undefined;
  const groups = expand(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address. */
function expand(address: string): number[] {
  // The URL parser normalizes every spelling, embedded IPv4 included.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => parseInt(group, 16));
  const before = parse(head);
  const after = parse(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

// A bounded queue for expensive work that anybody can request. Callers take turns, so one with many requests delays
// only itself.

interface FairQueue {
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
