import { expect, it } from 'vitest';
import { createLimits } from '../platform/http/limits.ts';
import type { Caller, LimitRules } from '../platform/http/limits.ts';
import { limitRules } from './limit-rules.ts';
import type { LimitName } from './limit-rules.ts';

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

const asha = { account: 'asha@example.com', subject: 'r1', address: '192.0.2.1' };
const ipv6 = (index: number) => `2001:db8:1:${index.toString(16)}::/64`;
const fromOneNetwork = (index: number) => ({ ...asha, address: `192.0.2.${index % 40}` });
const fromManyNetworks = (index: number) => ({ ...asha, address: `198.51.${index % 40}.1` });
const atManyAccounts = (index: number) => ({ account: `a${index}@b.in`, address: ipv6(index) });
const fromIpv6 = (index: number) => ({ ...asha, address: ipv6(index % 30) });

it.each<[string, LimitName, (index: number) => Caller, number]>([
  ['guesses of a network at an account', 'password', fromOneNetwork, 10],
  ['guesses of many networks at an account', 'password', fromManyNetworks, 100],
  ['guesses of a known browser or a session', 'password', () => ({ device: 'd1' }), 10],
  ['guesses of an IPv6 network at many accounts', 'password', atManyAccounts, 300],
  ['votes of an IPv6 network for a review', 'vote', fromIpv6, 50],
])('%s are limited', async (_what, name, newCaller, most) => {
  const limits = createLimits<LimitName>(limitRules);
  const callers = Array.from({ length: 400 }, (_, index) => newCaller(index));
  const all = await Promise.all(callers.map((who) => limits[name].tryConsume(who)));
  expect(all.filter(Boolean)).toHaveLength(most);
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
