import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientAddress, createFairQueue, createLimits } from './limits.ts';
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

  it('allows an IPv6 network sixteen times the number of an address', async () => {
    const { signUp } = createLimits({ signUp: [{ by: 'address', points: 2, seconds: 60 }] });
    const from = (address: string) => letThrough(signUp, { address }, 5);
    const passed: number[] = [];
    for (let house = 0; house < 20; house += 1) {
      passed.push(await from(`2001:db8:1:${house.toString(16)}::/64`));
    }
    expect(passed).toEqual([...Array<number>(16).fill(2), 0, 0, 0, 0]);
    expect(await from('2001:db8:2:0::/64')).toBe(2);
    expect(await from('192.0.2.1')).toBe(2);
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

/** Creates a queue with work that ends when the test ends it. */
function stage(limits: { atOnce: number; waiting: number }) {
  const queue = createFairQueue({ ...limits, busy: 'Please try again in ten seconds.' });
  const begun: string[] = [];
  const underWay: { end: () => void; fail: (error: Error) => void }[] = [];
  const refused: string[] = [];
  return {
    begun,
    underWay,
    refused,
    request(who: string, name = who): Promise<string | undefined> {
      const work = () => {
        begun.push(name);
        return new Promise<string>((resolve, fail) =>
          underWay.push({ end: () => resolve(name), fail }),
        );
      };
      return queue.run(who, work).catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        expect(error).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
        expect(error.detail).toMatch(/Please try again in ten seconds\.$/);
        refused.push(name);
        return undefined;
      });
    },
    async endOne(): Promise<void> {
      underWay.shift()?.end();
      await settled();
    },
  };
}

/** Resolves after all pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('runs a limited number at once, and resolves to the result of the work', async () => {
    const { request, begun, underWay, endOne } = stage({ atOnce: 2, waiting: 10 });
    const results = ['a', 'b', 'c', 'd'].map((who) => request(who));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(underWay).toHaveLength(2);
    for (let i = 0; i < 3; i += 1) await endOne();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('continues after work that fails, and rejects with its error', async () => {
    const { request, begun, underWay } = stage({ atOnce: 1, waiting: 10 });
    const failing = request('a');
    void request('b');
    await settled();
    underWay.shift()?.fail(new Error('no memory'));
    await expect(failing).rejects.toThrow('no memory');
    await settled();
    expect(begun).toEqual(['a', 'b']);
  });

  it('lets callers take turns, however many requests each has', async () => {
    const { request, begun, endOne } = stage({ atOnce: 1, waiting: 20 });
    for (const name of ['m1', 'm2', 'm3', 'm4', 'm5']) void request('m', name);
    for (const name of ['x1', 'x2']) void request('x', name);
    void request('y', 'y1');
    for (let i = 0; i < 8; i += 1) await endOne();
    expect(begun).toEqual(['m1', 'm2', 'x1', 'y1', 'm3', 'x2', 'm4', 'm5']);
  });

  it('refuses the caller with the most requests when it is full, not the last one', async () => {
    const { request, refused, begun, endOne } = stage({ atOnce: 1, waiting: 4 });
    for (const name of ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']) void request('m', name);
    await settled();
    expect(refused).toEqual(['m6']);
    void request('x', 'x1');
    await settled();
    expect(refused).toEqual(['m6', 'm5']);
    void request('y', 'y1');
    await settled();
    expect(refused).toEqual(['m6', 'm5', 'm4']);
    // Now the caller's line is as long as the longest.
    void request('x', 'x2');
    void request('z', 'z1');
    await settled();
    expect(refused).toEqual(['m6', 'm5', 'm4', 'x2', 'm3']);
    for (let i = 0; i < 6; i += 1) await endOne();
    expect(begun).toEqual(['m1', 'm2', 'x1', 'y1', 'z1']);
  });

  it('loses no request and keeps its limits in any order of events', async () => {
    const step = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant(undefined));
    const property = fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 5 }),
      async (steps, atOnce, waiting) => {
        const { request, begun, refused, underWay, endOne } = stage({ atOnce, waiting });
        const results: Promise<unknown>[] = [];
        for (const who of steps) {
          if (who === undefined) await endOne();
          else results.push(request(who));
          await settled();
          expect(underWay.length).toBeLessThanOrEqual(atOnce);
          expect(results.length - refused.length - begun.length).toBeLessThanOrEqual(waiting);
        }
        while (underWay.length > 0) await endOne();
        await Promise.all(results);
        expect(begun.length + refused.length).toBe(results.length);
      },
    );
    await fc.assert(property, { seed: 7, numRuns: 60 });
  });
});
