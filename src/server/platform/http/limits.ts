// Fair use: who calls, and how often each may do what costs money or reveals something. Counters are in memory: a restart
// loses the counts of at most one window. limit-store.ts shares some among processes.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { ProblemError } from './problem.ts';

/** Who is counted. A rule counts nobody of whom a part that it names is missing. */
export interface Caller {
  /** A user id or, before sign-in, the normalised e-mail address. */
  account?: string | undefined;
  /** The session or the known browser that the request comes from. */
  device?: string | undefined;
  /** Where an e-mail arrives: `plainMailbox` of its address. */
  mailbox?: string | undefined;
  /** Of an account whose e-mail address is not confirmed: accounts are free, mailboxes are not. */
  newcomer?: 'newcomer' | undefined;
  /** What the caller acts on, such as a review. */
  subject?: string | undefined;
  address?: string | undefined;
}

/** What is counted of a caller: `network` is the wider one of `clientNetworks`. */
type Part = keyof Caller | 'network';

export interface LimitRule {
  by: Part | `${Part} and ${Part}`;
  points: number;
  seconds: number;
}

export interface Limit {
  /**
   * Counts a try. Throws a 429 problem with Retry-After once the caller has used up a rule: such a try is not counted.
   * @param points how much it counts, one if it is left out; 0 looks only whether a rule is used up
   * @param instead what the problem names besides waiting
   */
  consume(caller: Caller, points?: number, instead?: string): Promise<void>;
  /** Counts a try and resolves to true; to false, without counting it, once the caller has used up a rule. */
  tryConsume(caller: Caller): Promise<boolean>;
  /** Undoes one `consume` of as many points, after an honest try. */
  restore(caller: Caller, points?: number): Promise<void>;
  /** Resets what is counted of an account whose owner has proved their identity, and of the device. Networks stay counted. */
  reset(caller: Caller): Promise<void>;
}

/** What one try counts, where, and of whom. */
interface Counted {
  limit: Limit;
  caller: Caller;
  points?: number | undefined;
  instead?: string | undefined;
}

/**
 * Runs work whose try is counted before it, so that parallel tries count too, and gives its points back unless `counts` is
 * true of the error that the work throws; of undefined if it throws none. Throws what `consume` does, without running it.
 */
export async function countOnly<T>(
  counts: (error: unknown) => boolean,
  { limit, caller, points, instead }: Counted,
  work: () => Promise<T>,
): Promise<T> {
  await limit.consume(caller, points, instead);
  const [result] = await Promise.allSettled([work()]);
  const error: unknown = result.status === 'rejected' ? result.reason : undefined;
  if (!counts(error)) await limit.restore(caller, points);
  if (result.status === 'rejected') throw error;
  return result.value;
}

export type LimitRules<Name extends string> = Readonly<Record<Name, readonly LimitRule[]>>;
export type Limits<Name extends string> = Readonly<Record<Name, Limit>>;

interface Window {
  used: number;
  /** In milliseconds since 1970. */
  end: number;
}

interface Counter extends LimitRule {
  /** By hashed keys. All last equally long, so they stand in the order of their ends. */
  windows: Map<string, Window>;
}

/** Of all rules together, some 25 MB. */
const MOST_WINDOWS = 150_000;

/**
 * Returns new counters for every limit.
 * @param most when there are more windows, the rule with the most forgets its oldest: who opens many of them makes
 *   nobody free under other rules, and locks nobody out
 */
export function createLimits<Name extends string>(
  rules: LimitRules<Name>,
  most = MOST_WINDOWS,
): Limits<Name> {
  const all: Counter[] = [];
  const makeRoom = () => {
    let [total, largest] = [0, all[0]];
    for (const counter of all) {
      total += counter.windows.size;
      if (counter.windows.size > (largest?.windows.size ?? 0)) largest = counter;
    }
    const [oldest] = largest?.windows.keys() ?? [];
    if (total > most && oldest !== undefined) largest?.windows.delete(oldest);
  };
  const limits = Object.entries<readonly LimitRule[]>(rules).map(([name, own]) => {
    const counters = own.map((rule): Counter => ({ ...rule, windows: new Map() }));
    all.push(...counters);
    return [name, createLimit(counters, makeRoom)];
  });
  return Object.fromEntries(limits) as Limits<Name>;
}

function createLimit(counters: readonly Counter[], makeRoom: () => void): Limit {
  /** Counts one try, or returns for how many milliseconds the caller has to wait. */
  function count(caller: Caller, points: number): number | undefined {
    const now = Date.now();
    const counted = findWindows(counters, caller);
    for (const { counter, window } of counted) {
      const { used, end } = isOpen(counter, window, now)
        ? window
        : { used: 0, end: now + counter.seconds * 1000 };
      if (used >= counter.points) return end - now;
    }
    for (const { counter, key, window } of counted) {
      if (isOpen(counter, window, now)) window.used += points;
      else {
        openWindow(counter, key, { used: points, end: now + counter.seconds * 1000 });
        makeRoom();
      }
    }
    return undefined;
  }
  return {
    async consume(caller, points = 1, instead) {
      const wait = count(caller, points);
      if (wait !== undefined) throw tooMany(wait, undefined, instead);
    },
    tryConsume: async (caller) => count(caller, 1) === undefined,
    async restore(caller, points = 1) {
      for (const { counter, key, window } of findWindows(counters, caller)) {
        if (window) window.used -= points;
        if (window && window.used <= 0) counter.windows.delete(key);
      }
    },
    async reset(caller) {
      for (const { counter, key } of findWindows(counters.filter(isPersonal), caller))
        counter.windows.delete(key);
    },
  };
}

/** Whether a rule counts somebody who can prove who they are. */
export const isPersonal = ({ by }: LimitRule) => /account|device/.test(by);

/** A window that ends later than a new one is of a clock that was set back since: it could last for years. */
function isOpen({ seconds }: LimitRule, window: Window | undefined, now: number): window is Window {
  return window !== undefined && window.end > now && window.end <= now + seconds * 1000;
}

/** Returns the windows of a caller under the rules that count something of it. */
function findWindows(counters: readonly Counter[], caller: Caller) {
  return counters.flatMap((counter) => {
    const key = findKey(counter.by, caller);
    return key === undefined ? [] : { counter, key, window: counter.windows.get(key) };
  });
}

function openWindow(counter: Counter, key: string, window: Window): void {
  const { windows, seconds } = counter;
  const now = window.end - seconds * 1000;
  windows.delete(key);
  for (const [name, oldest] of windows) {
    if (isOpen(counter, oldest, now)) break;
    windows.delete(name);
  }
  windows.set(key, window);
}

/**
 * Returns the key of what is counted of the caller; undefined if the caller lacks it. A hash, because callers choose how
 * long their texts are: 16 bytes as 22 characters.
 */
export function findKey(by: LimitRule['by'], caller: Caller): string | undefined {
  const network = caller.address && clientNetworks(caller.address)[0];
  const parts = by
    .split(' and ')
    .map((part) => (part === 'network' ? network : caller[part as keyof Caller]));
  if (parts.includes(undefined)) return undefined;
  return createHash('sha256').update(parts.join('\n')).digest().toString('base64url', 0, 16);
}

const WAITS = [
  ['seconds', 1, 90],
  ['minutes', 60, 5400],
] as const;

/** Returns the 429 problem with Retry-After. The detail says what was too much, how long to wait, and what else helps. */
export function tooMany(
  msBeforeNext: number,
  what = 'Too many tries.',
  instead = '',
): ProblemError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const [unit, length] = WAITS.find(([, , longest]) => seconds < longest) ?? ['hours', 3600];
  const wait = `${Math.ceil(seconds / length)} ${unit}`;
  return new ProblemError(
    429,
    `${what} Please wait ${wait} and try again${instead}.`,
    { code: 'TOO_MANY_TRIES' },
    { 'Retry-After': String(seconds) },
  );
}

/** The address that the limits count the current request by, for code that gets no Hono context. */
export const requestAddress = new AsyncLocalStorage<string>();

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

/**
 * Returns the networks of an address as `clientAddress` returns it, from wide to narrow: the /48 and the /64 of IPv6, the
 * /24 and the address itself of IPv4. Providers hand out a /48 to whoever asks, so the addresses of one are one caller
 * wherever it matters that callers are many.
 */
export function clientNetworks(address: string): readonly [wide: string, narrow: string] {
  const [ipv6] = /^(?:[\da-f]+:){3}/.exec(address) ?? [];
  if (ipv6 !== undefined) return [`${ipv6}:/48`, address];
  const [ipv4] = /^(?:\d+\.){3}/.exec(address) ?? [];
  return [ipv4 === undefined ? address : `${ipv4}0/24`, address];
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
  if (isMapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
    return bytes.join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address. */
function expand(address: string): number[] {
  // The URL parser normalizes every spelling, embedded IPv4 included.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
