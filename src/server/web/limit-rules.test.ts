import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLimits } from '../platform/http/limits.ts';
import type { Caller } from '../platform/http/limits.ts';
import { limitRules } from './limit-rules.ts';

const { signIn } = limitRules;
let guess: (caller: Caller) => Promise<void>;
beforeEach(() => {
  vi.useFakeTimers();
  guess = createLimits({ signIn }).signIn.consume;
});
afterEach(() => void vi.useRealTimers());

const caller = { account: 'asha@example.com', address: '192.0.2.1' };

/** Resolves to how many of `tries` guesses are allowed. */
async function guessOften(who: Caller, tries: number): Promise<number> {
  const guesses = await Promise.allSettled(Array.from({ length: tries }, () => guess(who)));
  return guesses.filter(({ status }) => status === 'fulfilled').length;
}

it('one address may guess ten times in 15 minutes at one account', async () => {
  expect(await guessOften(caller, 40)).toBe(10);
  vi.advanceTimersByTime(15 * 60_000 + 1);
  expect(await guessOften(caller, 40)).toBe(10);
});

it('all addresses together may guess a hundred times a day at one account', async () => {
  let passed = 0;
  for (let host = 0; host < 40; host += 1) {
    passed += await guessOften({ ...caller, address: `198.51.100.${host}` }, 20);
  }
  expect(passed).toBe(100);
  vi.advanceTimersByTime(23 * 3_600_000);
  await expect(guess(caller)).rejects.toThrow('Please wait 60 minutes');
  vi.advanceTimersByTime(3_600_000);
  await expect(guess(caller)).resolves.toBeUndefined();
});

it('one refused address does not use up the daily limit of an account', async () => {
  await guessOften(caller, 500);
  expect(await guessOften({ ...caller, address: '203.0.113.5' }, 10)).toBe(10);
});

it('one address may guess at 300 accounts in 15 minutes', async () => {
  let passed = 0;
  for (let i = 0; i < 320; i += 1) {
    passed += await guessOften({ ...caller, account: `a${i}@example.com` }, 1);
  }
  expect(passed).toBe(300);
});
