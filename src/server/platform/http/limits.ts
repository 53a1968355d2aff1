// Fair use: who calls, and how often each may do what costs money or reveals something. Counters are in memory: a restart
// loses the counts of at most one window.
import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from './problem.ts';

/** Who is counted. `account` is a user id or, before sign-in, the normalised e-mail address. */
export interface Caller {
  account?: string;
  /** What the caller acts on, such as a review. */
  subject?: string;
  address: string;
}

interface LimitRule {
  by: 'account' | 'address' | 'account and address' | 'subject and address';
  points: number;
  seconds: number;
}

export interface Limit {
  /** Counts one try. Throws a 429 problem with Retry-After once the caller has used up a rule. */
  consume(caller: Caller): Promise<void>;
  /** Undoes one `consume`, after an honest try. */
  restore(caller: Caller): Promise<void>;
  /** Resets the counts of the account, whose owner has proved their identity. The address stays counted. */
  reset(caller: Caller & { account: string }): Promise<void>;
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

interface Counter {
  by: LimitRule['by'] | 'network';
  limiter: RateLimiterMemory;
}

function createLimit(rules: readonly LimitRule[]): Limit {
  const networks = rules
    .filter(({ by }) => by === 'address')
    .map((rule) => ({ ...rule, by: 'network' as const, points: rule.points * NETWORK_FACTOR }));
  const counters = [...rules, ...networks].map(({ by, points, seconds }): Counter => {
    return { by, limiter: new RateLimiterMemory({ points, duration: seconds }) };
  });
  const restoreAll = async (some: readonly Counter[], caller: Caller) => {
    await Promise.all(some.map((counter) => restore(counter, caller)));
  };
  return {
    async consume(caller) {
      for (const [index, { by, limiter }] of counters.entries()) {
        const key = findKey(by, caller);
        if (key === undefined) continue;
        try {
          await limiter.consume(key);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          // A refused try does not count: it must not use up the other rules.
          await restoreAll(counters.slice(0, index + 1), caller);
          throw tooMany(refusal.msBeforeNext);
        }
      }
    },
    restore: (caller) => restoreAll(counters, caller),
    async reset(caller) {
      for (const { by, limiter } of counters) {
        const key = findKey(by, caller);
        const isOwn = by === 'account' || by === 'account and address';
        if (isOwn && key !== undefined) await limiter.delete(key);
      }
    },
  };
}

async function restore({ by, limiter }: Counter, caller: Caller): Promise<void> {
  const key = findKey(by, caller);
  if (key === undefined) return;
  const used = await limiter.get(key);
  // After the window has passed there is nothing to restore: a reward would create a credit.
  if (used !== null && used.consumedPoints > 0) await limiter.reward(key);
}

/** Returns what is counted of the caller; undefined if the caller has none. */
function findKey(by: Counter['by'], { account, subject, address }: Caller): string | undefined {
  if (by === 'address') return address;
  if (by === 'subject and address') return subject && `${subject} ${address}`;
  if (by === 'network') return address.endsWith('::/64') ? clientNetworks(address)[0] : undefined;
  if (account === undefined) return undefined;
  return by === 'account' ? account : `${account} ${address}`;
}

const WAITS = [
  ['seconds', 1, 90],
  ['minutes', 60, 5400],
] as const;

/** Returns the 429 problem with Retry-After. The detail says what was too much, and how long to wait. */
export function tooMany(msBeforeNext: number, what = 'Too many tries.'): ProblemError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const [unit, length] = WAITS.find(([, , longest]) => seconds < longest) ?? ['hours', 3600];
  const wait = `${Math.ceil(seconds / length)} ${unit}`;
  return new ProblemError(
    429,
    `${what} Please wait ${wait} and try again.`,
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
