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

/** Resolves to how many of `tries` are allowed. */
async function count(name: LimitName, who: Caller, tries: number): Promise<number> {
  let passed = 0;
  for (let i = 0; i < tries; i += 1) {
    if (await limits[name].tryConsume(who)) passed += 1;
  }
  return passed;
}

const rules = Object.entries<LimitRules<string>[string]>(limitRules);

it('there are at most 12 limits with 24 rules', () => {
  expect(rules.length).toBeLessThanOrEqual(12);
  expect(rules.flatMap(([, own]) => own).length).toBeLessThanOrEqual(24);
});

it('a rule by address has one by its network beside it, which allows more', () => {
  const addresses = rules.flatMap(([, own]) => own.filter(({ by }) => by === 'address'));
  expect(addresses).toHaveLength(2);
  for (const [, own] of rules) {
    const narrow = own.find(({ by }) => by === 'address');
    if (!narrow) continue;
    const wide = own.find(({ by, seconds }) => by === 'network' && seconds === narrow.seconds);
    expect(wide?.points ?? 0).toBeGreaterThan(narrow.points);
  }
});

it('nothing that a signed-in shopper needs to buy is refused because of a network', () => {
  for (const name of ['account', 'coupon'] as const) {
    expect(JSON.stringify(limitRules[name])).not.toMatch(/address|network/);
  }
});

it('one network may guess ten times in 15 minutes at one account, all together a hundred times a day', async () => {
  expect(await count('password', caller, 40)).toBe(10);
  let passed = 10;
  for (let network = 0; network < 40; network += 1) {
    passed += await count('password', { ...caller, address: `198.51.${network}.1` }, 12);
  }
  expect(passed).toBe(100);
  // A known browser, and a session, are not among them.
  expect(await count('password', { device: 'd1' }, 40)).toBe(10);
  vi.advanceTimersByTime(86_400_001);
  expect(await count('password', caller, 40)).toBe(10);
});

it('one network may guess at 300 accounts in 15 minutes, whatever its addresses are', async () => {
  let passed = 0;
  for (let i = 0; i < 320; i += 1) {
    const who = { account: `a${i}@example.com`, address: `2001:db8:1:${i.toString(16)}::/64` };
    passed += await count('password', who, 1);
  }
  expect(passed).toBe(300);
});

it('one IPv6 network has fifty votes of a review a day', async () => {
  let passed = 0;
  for (let house = 0; house < 30; house += 1) {
    passed += await count('vote', { ...caller, address: `2001:db8:1:${house}::/64` }, 5);
  }
  expect(passed).toBe(50);
});

it('one network stores less than 1 GB a day, whatever it sends', () => {
  const day = 86_400;
  /** The points that one of `by` has within a day. */
  const perDay = (name: LimitName, by: string) => {
    const own: LimitRules<string>[string] = limitRules[name];
    const each = own
      .filter((rule) => rule.by === by)
      .map((rule) => rule.points * Math.max(1, day / rule.seconds));
    return Math.min(...each);
  };
  // In KB, of which docs/security.md, 'Limits', has the sum.
  const [attempt, account, mail, login, guess, link, review, vote] = [
    8.5, 4, 1.7, 0.5, 0.3, 0.5, 33, 0.3,
  ];
  const accounts = perDay('signUp', 'network');
  // Whoever confirms an account has a mailbox for it, and had one of the e-mails.
  const confirmed = perDay('email', 'network');
  const stored = [
    accounts * account,
    // The first attempt of an account is always stored, those of newcomers beyond it until the network's rule.
    (accounts + perDay('attempt', 'newcomer and network')) * attempt,
    confirmed * perDay('attempt', 'account') * attempt,
    confirmed * 2 * mail,
    perDay('session', 'network') * login,
    perDay('password', 'network') * guess,
    // A link lasts an hour.
    (perDay('anonymous', 'network') / (24 * 10)) * link,
    (perDay('review', 'newcomer and network') + confirmed * 30) * review,
    perDay('picture', 'network'),
    (perDay('anonymous', 'network') / 40) * vote,
  ];
  expect(stored.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_000_000);
});
