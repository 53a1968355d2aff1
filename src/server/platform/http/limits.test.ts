import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientAddress, createLimits, clientNetworks } from './limits.ts';
import type { Caller, Limit, LimitRule } from './limits.ts';
import { ProblemError } from './problem.ts';

const NETWORK = '2001:db8:1:2::/64';

it.each([
  // Without a trusted proxy, whatever the client claims
  ['192.0.2.1', '198.51.100.9', 0, '192.0.2.1'],
  [undefined, '198.51.100.9', 0, 'unknown'],
  ['::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', undefined, 0, NETWORK],
  ['2001:0DB8:0001:0002:0:0:0:5', undefined, 0, NETWORK],
  ['fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
  ['::1', undefined, 0, '0:0:0:0::/64'],
  // What the last trusted proxy saw, counted from the right: the client may forge the entries before
  ['10.0.0.1', '203.0.113.66, 198.51.100.9, 10.0.0.2', 2, '198.51.100.9'],
  ['10.0.0.1', '203.0.113.66,198.51.100.9', 1, '198.51.100.9'],
  ['10.0.0.1', '198.51.100.9:4711', 1, '198.51.100.9'],
  ['10.0.0.1', '[2001:db8:1:2::1]:4711', 1, NETWORK],
  ['10.0.0.1', '[2001:db8:1:2::1]', 1, NETWORK],
  // The socket, when the proxies have not written the header
  ['10.0.0.1', undefined, 2, '10.0.0.1'],
  ['10.0.0.1', 'unknown', 1, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.9', 2, '10.0.0.1'],
])(
  'a client at %s, forwarded for %o by %i proxies, counts as %s',
  (remote, header, count, address) => {
    expect(clientAddress(remote, header, count)).toBe(address);
  },
);

it.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['192.0.2.1', '192.0.2.0/24'],
  ['unknown', 'unknown'],
])('the address %s belongs to the network %s', (address, network) => {
  expect(clientNetworks(address)).toEqual([network, address]);
});

const caller = { account: 'asha@example.com', address: '192.0.2.1' };

/** Returns the counters of one limit with these rules. */
const createLimit = (...own: LimitRule[]) => createLimits({ own }).own;

/** Resolves to how many of `tries` at once the limit allows. */
async function letThrough(limit: Limit, who: Caller, tries: number): Promise<number> {
  const all = await Promise.all(Array.from({ length: tries }, () => limit.tryConsume(who)));
  return all.filter(Boolean).length;
}

describe('a limit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('allows the number of its rule, then throws 429 with a time to wait and a sentence', async () => {
    const limit = createLimit({ by: 'address', points: 3, seconds: 90 });
    expect(await letThrough(limit, caller, 3)).toBe(3);
    vi.advanceTimersByTime(30_000);
    const refusal = await limit.consume(caller).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({
      status: 429,
      detail: 'Too many tries. Please wait 60 seconds and try again.',
      headers: { 'Retry-After': '60' },
    });
  });

  it('resets when its time is over, whatever was refused, and when the clock is set back', async () => {
    const limit = createLimit({ by: 'address', points: 2, seconds: 60 });
    expect(await letThrough(limit, caller, 50)).toBe(2);
    vi.advanceTimersByTime(59_999);
    expect(await letThrough(limit, caller, 5)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(await letThrough(limit, caller, 5)).toBe(2);
    vi.setSystemTime(Date.now() - 86_400_000);
    expect(await letThrough(limit, caller, 5)).toBe(2);
  });

  it('counts what is acted on apart from accounts: it belongs to nobody', async () => {
    const vote = createLimit({ by: 'subject and address', points: 1, seconds: 60 });
    const voter = { ...caller, subject: caller.account };
    expect(await letThrough(vote, voter, 2)).toBe(1);
    await vote.reset(caller);
    expect(await letThrough(vote, voter, 1)).toBe(0);
    expect(await letThrough(vote, { ...voter, account: 'other' }, 1)).toBe(0);
    for (const other of [{ subject: 'r2' }, { address: '192.0.2.2' }]) {
      expect(await letThrough(vote, { ...voter, ...other }, 2)).toBe(1);
    }
  });

  it('counts the addresses of a network together where a rule names it', async () => {
    const limit = createLimit(
      { by: 'address', points: 2, seconds: 60 },
      { by: 'network', points: 6, seconds: 60 },
    );
    for (const start of ['2001:db8:1', '2001:db8:2']) {
      let passed = 0;
      for (let house = 0; house < 10; house += 1) {
        passed += await letThrough(limit, { address: `${start}:${house}::/64` }, 5);
      }
      expect(passed).toBe(6);
    }
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.3.3']) {
      expect(await letThrough(limit, { address }, 5)).toBe(2);
    }
  });

  it('holds within its memory, whatever texts callers choose, and forgets the oldest of the largest', async () => {
    const rule = { by: 'account', points: 1, seconds: 60 } as const;
    const { signIn, vote } = createLimits({ signIn: [rule], vote: [rule] }, 40);
    await signIn.consume(caller);
    const voter = (index: number) => ({ ...caller, account: `${'x'.repeat(15_000)}${index}` });
    for (let index = 0; index < 100; index += 1) await vote.consume(voter(index));
    expect(await vote.tryConsume(voter(99))).toBe(false);
    expect(await vote.tryConsume(voter(61))).toBe(false);
    expect(await vote.tryConsume(voter(60))).toBe(true);
    // A flood under one rule makes nobody free under another.
    expect(await signIn.tryConsume(caller)).toBe(false);
    vi.advanceTimersByTime(60_001);
    expect(await signIn.tryConsume(caller)).toBe(true);
  });

  it('is not used up by tries that are restored, which give no credit either', async () => {
    const limit = createLimit({ by: 'account', points: 20, seconds: 600 });
    await limit.restore(caller);
    for (let i = 0; i < 50; i += 1) {
      await limit.consume(caller);
      for (let j = 0; j < 2; j += 1) await limit.restore(caller);
    }
    expect(await letThrough(limit, caller, 30)).toBe(20);
    vi.advanceTimersByTime(601_000);
    await limit.restore(caller);
    expect(await letThrough(limit, caller, 30)).toBe(20);
  });

  it('counts no refused try, and begins anew for an account that is reset, not for its address', async () => {
    const limit = createLimit(
      { by: 'account and address', points: 2, seconds: 60 },
      { by: 'address', points: 4, seconds: 60 },
    );
    expect(await letThrough(limit, caller, 10)).toBe(2);
    await limit.restore(caller);
    expect(await letThrough(limit, caller, 10)).toBe(1);
    await limit.reset(caller);
    expect(await letThrough(limit, caller, 10)).toBe(2);
    await limit.reset(caller);
    expect(await letThrough(limit, caller, 10)).toBe(0);
  });
});
