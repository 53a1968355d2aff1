import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLimits } from '../platform/http/limits.ts';
import type { Caller, LimitRules } from '../platform/http/limits.ts';
import { limitRules } from './limit-rules.ts';
import type { LimitName } from './limit-rules.ts';

let limits: ReturnType<typeof createLimits<LimitName>>;
beforeEach(() => {
  vi.useFakeTimers();
  limits = createLimits<LimitName>(limitRules);
});
afterEach(() => void vi.useRealTimers());

const caller = { account: 'asha@example.com', subject: 'r1', address: '192.0.2.1' };

/** Resolves to how many of `tries` are allowed under all of the limits `names`. */
async function count(names: readonly LimitName[], who: Caller, tries: number): Promise<number> {
  let passed = 0;
  for (let i = 0; i < tries; i += 1) {
    const each = await Promise.all(names.map((name) => limits[name].tryConsume(who)));
    if (each.every(Boolean)) passed += 1;
  }
  return passed;
}

const rules = Object.entries<LimitRules<string>[string]>(limitRules);

it('every rule by address has one by its network beside it, which allows two to four times as much', () => {
  const wrong = rules.flatMap(([name, own]) =>
    own
      .filter(({ by }) => /address/.test(by) && by !== 'account and address')
      .filter(
        ({ by, points, seconds }) =>
          !own.some(
            (wide) =>
              wide.by === by.replace('address', 'network') &&
              wide.seconds === seconds &&
              wide.points >= points &&
              wide.points <= 4 * points,
          ),
      )
      .map(({ by }) => `${name} by ${by}`),
  );
  expect(wrong).toEqual([]);
});

it('nothing that a signed-in shopper needs to buy is counted by address', () => {
  const needed: LimitName[] = ['account', 'orderList', 'payment', 'coupon', 'ownPassword'];
  expect(rules.filter(([name]) => needed.includes(name as LimitName))).toHaveLength(5);
  for (const name of needed)
    expect(JSON.stringify(limitRules[name])).not.toMatch(/address|network/);
});

it('one address may guess ten times in 15 minutes at one account, one network 25 times a day', async () => {
  expect(await count(['signIn'], caller, 40)).toBe(10);
  vi.advanceTimersByTime(15 * 60_000 + 1);
  expect(await count(['signIn'], caller, 40)).toBe(10);
  for (const start of ['192.0.2.', '2001:db8:1:']) {
    let passed = start === '192.0.2.' ? 20 : 0;
    for (let host = 10; host < 70; host += 1) {
      const address = start.includes(':') ? `${start}${host}::/64` : `${start}${host}`;
      passed += await count(['signIn'], { ...caller, address }, 10);
    }
    expect(passed).toBe(25);
  }
});

it('all networks together may guess a hundred times a day at one account', async () => {
  let passed = 0;
  for (let network = 0; network < 40; network += 1) {
    const address = `198.51.${network}.1`;
    passed += await count(['signIn', 'fastSignIn'], { ...caller, address }, 10);
  }
  expect(passed).toBe(100);
  vi.advanceTimersByTime(86_400_001);
  expect(await count(['fastSignIn'], caller, 1)).toBe(1);
});

it('one address may guess at 300 accounts in 15 minutes', async () => {
  let passed = 0;
  for (let i = 0; i < 320; i += 1) {
    passed += await count(['fastSignIn'], { ...caller, account: `a${i}@example.com` }, 1);
  }
  expect(passed).toBe(300);
});

it('one IPv6 network has a hundred votes of a review a day', async () => {
  let passed = 0;
  for (let house = 0; house < 30; house += 1) {
    passed += await count(['voteOfReview'], { ...caller, address: `2001:db8:1:${house}::/64` }, 60);
  }
  expect(passed).toBe(100);
});

it('one network stores less than 1 GB a day, whatever it sends', () => {
  const day = 86_400;
  const perDay = (name: LimitName) => {
    const own: LimitRules<string>[string] = limitRules[name];
    const each = own
      .filter(({ by }) => by === 'network')
      .map((rule) => rule.points * (day / rule.seconds));
    return Math.min(...each);
  };
  // In KB, from the table of docs/decisions/what-a-stranger-can-store.md.
  const [attempt, signUp, login, guess, link, review, vote] = [8.5, 6, 0.5, 0.3, 1.7, 33, 0.3];
  const first = limitRules.firstAttempts[0]?.points ?? Infinity;
  const stored = [
    perDay('furtherAttempts') * attempt,
    perDay('signUp') * (signUp + first * attempt),
    perDay('strangersSession') * login,
    perDay('fastSignIn') * guess,
    perDay('linkRequest') * link,
    perDay('review') * review,
    perDay('storedPictures'),
    perDay('vote') * vote,
  ];
  expect(stored.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_000_000);
});
