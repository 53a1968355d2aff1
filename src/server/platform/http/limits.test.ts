import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitRules } from '../../web/limit-rules.ts';
import { createLimits } from './limits.ts';
import type { Caller, Limit } from './limits.ts';
import { ProblemError } from './problem.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
    const { coupon } = createLimits(limitRules);
    const tries = await Promise.allSettled(
      Array.from({ length: 60 }, () => coupon.consume(caller)),
    );
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(20);
  });

  it('is not used up by tries that are given back', async () => {
    const { coupon } = createLimits(limitRules);
    for (let i = 0; i < 50; i += 1) {
      await coupon.consume(caller);
      await coupon.restore(caller);
    }
    expect(await letThrough(coupon, caller, 30)).toBe(20);
  });

  it('gives no credit beyond its number', async () => {
    const { coupon } = createLimits(limitRules);
    await coupon.restore(caller);
    await coupon.consume(caller);
    vi.advanceTimersByTime(601_000);
    await coupon.restore(caller);
    expect(await letThrough(coupon, caller, 30)).toBe(20);
  });
});

describe('the standard limits', () => {
  it('let one address guess ten times in 15 minutes at one account', async () => {
    const { signIn } = createLimits(limitRules);
    expect(await letThrough(signIn, caller, 40)).toBe(10);
    vi.advanceTimersByTime(15 * 60_000 + 1);
    expect(await letThrough(signIn, caller, 40)).toBe(10);
  });

  it('let all addresses together guess a hundred times a day at one account', async () => {
    const { signIn } = createLimits(limitRules);
    let passed = 0;
    for (let host = 0; host < 40; host += 1) {
      passed += await letThrough(signIn, { ...caller, address: `198.51.100.${host}` }, 20);
    }
    expect(passed).toBe(100);
    vi.advanceTimersByTime(23 * 3_600_000);
    await expect(signIn.consume(caller)).rejects.toThrow('Please wait 60 minutes');
    vi.advanceTimersByTime(3_600_000);
    await expect(signIn.consume(caller)).resolves.toBeUndefined();
  });

  it('do not let one refused address use up the daily limit of an account', async () => {
    const { signIn } = createLimits(limitRules);
    await letThrough(signIn, caller, 500);
    const owner = { ...caller, address: '203.0.113.5' };
    expect(await letThrough(signIn, owner, 10)).toBe(10);
  });

  it('let one address try 300 accounts in 15 minutes', async () => {
    const { signIn } = createLimits(limitRules);
    let passed = 0;
    for (let i = 0; i < 320; i += 1) {
      passed += await letThrough(signIn, { ...caller, account: `a${i}@example.com` }, 1);
    }
    expect(passed).toBe(300);
  });
});
