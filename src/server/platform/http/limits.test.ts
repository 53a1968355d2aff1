import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientAddress, createLimits, clientNetworks } from './limits.ts';
import type { Caller, Limit } from './limits.ts';
import { ProblemError } from './problem.ts';

const NETWORK = '2001:db8:1:2::/64';

it.each([
  // Without a trusted proxy, whatever the client claims
  ['192.0.2.1', '198.51.100.9', 0, '192.0.2.1'],
  [undefined, '198.51.100.9', 0, 'unknown'],
  ['::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['::ffff:c000:201', undefined, 0, '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['2001:db8:1:2::1', undefined, 0, NETWORK],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', undefined, 0, NETWORK],
  ['2001:0DB8:0001:0002:0:0:0:5', undefined, 0, NETWORK],
  ['2001:db8:1:3::1', undefined, 0, '2001:db8:1:3::/64'],
  ['fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
  ['::1', undefined, 0, '0:0:0:0::/64'],
  // What the last trusted proxy saw, counted from the right: the client may forge the entries before
  ['10.0.0.1', '203.0.113.66, 198.51.100.9, 10.0.0.2', 1, '10.0.0.2'],
  ['10.0.0.1', '203.0.113.66, 198.51.100.9, 10.0.0.2', 2, '198.51.100.9'],
  ['10.0.0.1', '203.0.113.66,198.51.100.9', 1, '198.51.100.9'],
  ['10.0.0.1', '198.51.100.9:4711', 1, '198.51.100.9'],
  ['10.0.0.1', '[2001:db8:1:2::1]:4711', 1, NETWORK],
  ['10.0.0.1', '[2001:db8:1:2::1]', 1, NETWORK],
  // The socket, when the proxies have not written the header
  ['10.0.0.1', undefined, 2, '10.0.0.1'],
  ['10.0.0.1', '', 2, '10.0.0.1'],
  ['10.0.0.1', 'unknown', 2, '10.0.0.1'],
  ['10.0.0.1', '_hidden', 2, '10.0.0.1'],
  ['10.0.0.1', '999.1.1.1', 2, '10.0.0.1'],
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

/** Resolves to how many of `tries` the limit allows. */
async function letThrough(limit: Limit, who: Caller, tries: number): Promise<number> {
  let passed = 0;
  for (let i = 0; i < tries; i += 1) {
    await limit.consume(who).then(
      () => (passed += 1),
      () => undefined,
    );
  }
  return passed;
}

describe('a limit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('allows the number of its rule, then throws 429 with a time to wait and a sentence', async () => {
    const { signUp } = createLimits({ signUp: [{ by: 'address', points: 3, seconds: 90 }] });
    expect(await letThrough(signUp, caller, 3)).toBe(3);
    vi.advanceTimersByTime(30_000);
    const refusal = await signUp.consume(caller).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({
      status: 429,
      detail: 'Too many tries. Please wait 60 seconds and try again.',
      headers: { 'Retry-After': '60' },
    });
  });

  it('resets when its time is over, whatever was refused', async () => {
    const { signUp } = createLimits({ signUp: [{ by: 'address', points: 2, seconds: 60 }] });
    await letThrough(signUp, caller, 50);
    vi.advanceTimersByTime(60_001);
    expect(await letThrough(signUp, caller, 5)).toBe(2);
  });

  it('of no tries lets nobody through', async () => {
    const { signUp } = createLimits({ signUp: [{ by: 'address', points: 0, seconds: 60 }] });
    expect(await letThrough(signUp, caller, 2)).toBe(0);
  });

  it('locks nobody out when the clock is set back', async () => {
    const { signUp } = createLimits({ signUp: [{ by: 'address', points: 2, seconds: 60 }] });
    await letThrough(signUp, caller, 2);
    vi.setSystemTime(Date.now() - 86_400_000);
    expect(await letThrough(signUp, caller, 5)).toBe(2);
  });

  it('counts only by what its rule names', async () => {
    const { signUp } = createLimits({ signUp: [{ by: 'address', points: 1, seconds: 60 }] });
    await signUp.consume(caller);
    await expect(signUp.consume({ ...caller, address: '192.0.2.2' })).resolves.toBeUndefined();
    await expect(signUp.consume({ ...caller, account: 'other' })).rejects.toThrow(ProblemError);
  });

  it('counts what is acted on apart from accounts: it belongs to nobody', async () => {
    const rules = { vote: [{ by: 'subject and address', points: 1, seconds: 60 }] } as const;
    const { vote } = createLimits(rules);
    const voter = { ...caller, subject: caller.account };
    expect(await letThrough(vote, voter, 2)).toBe(1);
    await vote.reset(caller);
    expect(await letThrough(vote, voter, 1)).toBe(0);
    expect(await letThrough(vote, { ...voter, account: 'other' }, 1)).toBe(0);
    expect(await letThrough(vote, { ...voter, subject: 'r2' }, 2)).toBe(1);
  });

  it('counts the addresses of a network together where a rule names it', async () => {
    const { signUp } = createLimits({
      signUp: [
        { by: 'address', points: 2, seconds: 60 },
        { by: 'network', points: 6, seconds: 60 },
      ],
    });
    for (const start of ['2001:db8:1', '2001:db8:2']) {
      let passed = 0;
      for (let house = 0; house < 60; house += 1) {
        passed += await letThrough(signUp, { address: `${start}:${house.toString(16)}::/64` }, 5);
      }
      expect(passed).toBe(6);
    }
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.3.3']) {
      expect(await letThrough(signUp, { address }, 5)).toBe(2);
    }
  });

  it('holds within its memory, whatever texts callers choose, and forgets the oldest of the largest', async () => {
    const rule = { by: 'account', points: 1, seconds: 60 } as const;
    const { vote, signIn } = createLimits({ vote: [rule], signIn: [rule] }, 40);
    await signIn.consume(caller);
    const voter = (index: number) => ({ ...caller, account: `${'x'.repeat(15_000)}${index}` });
    for (let index = 0; index < 100; index += 1) await vote.consume(voter(index));
    expect(await vote.tryConsume(voter(99))).toBe(false);
    expect(await vote.tryConsume(voter(61))).toBe(false);
    expect(await vote.tryConsume(voter(0))).toBe(true);
    // A flood under one rule makes nobody free under another.
    expect(await signIn.tryConsume(caller)).toBe(false);
    vi.advanceTimersByTime(60_001);
    expect(await signIn.tryConsume(caller)).toBe(true);
  });

  it('holds for concurrent tries', async () => {
    const { coupon } = createLimits({ coupon: [{ by: 'account', points: 20, seconds: 600 }] });
    const tries = await Promise.allSettled(
      Array.from({ length: 60 }, () => coupon.consume(caller)),
    );
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(20);
  });

  it('is not used up by tries that are restored, which give no credit either', async () => {
    const { coupon } = createLimits({ coupon: [{ by: 'account', points: 20, seconds: 600 }] });
    await coupon.restore(caller);
    for (let i = 0; i < 50; i += 1) {
      await coupon.consume(caller);
      await coupon.restore(caller);
    }
    await coupon.consume(caller);
    vi.advanceTimersByTime(601_000);
    await coupon.restore(caller);
    expect(await letThrough(coupon, caller, 30)).toBe(20);
  });

  it('counts no refused try, and begins anew for an account that is reset, not for its address', async () => {
    const { signIn } = createLimits({
      signIn: [
        { by: 'account and address', points: 2, seconds: 60 },
        { by: 'address', points: 4, seconds: 60 },
      ],
    });
    expect(await letThrough(signIn, caller, 10)).toBe(2);
    await signIn.restore(caller);
    expect(await letThrough(signIn, caller, 10)).toBe(1);
    await signIn.reset(caller);
    expect(await letThrough(signIn, caller, 10)).toBe(2);
    await signIn.reset(caller);
    expect(await letThrough(signIn, caller, 10)).toBe(0);
  });
});
