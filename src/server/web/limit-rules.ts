// How often a caller may do what costs money or reveals something: all numbers, in one table. Failures and costs are
// counted, honest tries are not; signed-in work by its account, the rest by network (IPv6 /48, IPv4 /24). A narrower rule
// by address only where one guest must not use up a whole network. docs/security.md, 'Limits', has the sum.
import type { LimitRules } from '../platform/http/limits.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export const limitRules = {
  // Wrong passwords. A known browser and a session count by their device alone, strangers by the others.
  password: [
    { by: 'account and network', points: 10, seconds: 15 * MINUTE },
    { by: 'account', points: 100, seconds: DAY },
    { by: 'network', points: 300, seconds: 15 * MINUTE },
    { by: 'device', points: 10, seconds: 15 * MINUTE },
    { by: 'device', points: 30, seconds: DAY },
  ],
  // Right passwords: each costs a hash and a row. The network's rule is for browsers that are not known.
  session: [
    { by: 'account', points: 60, seconds: HOUR },
    { by: 'network', points: 2_400, seconds: HOUR },
  ],
  // Wrong codes of the second factor at the owner's desk. Only who knows the password can send one.
  code: [
    { by: 'account', points: 10, seconds: 15 * MINUTE },
    { by: 'account', points: 50, seconds: DAY },
  ],
  // Accounts that were made, and tries with an address that has one. No rule by day: nobody is kept out for a day.
  signUp: [
    { by: 'address', points: 60, seconds: 10 * MINUTE },
    { by: 'network', points: 100, seconds: 10 * MINUTE },
  ],
  // E-mails with a link. Beyond, a sign-up works without one, and a confirmed account still has a link an hour.
  email: [
    { by: 'mailbox', points: 5, seconds: DAY },
    { by: 'network', points: 300, seconds: DAY },
  ],
  // Points: a page of reviews 1, a search in them 4, all of them 10, a vote 40, a link that is not valid or a request for
  // one 10. The phones of a town may share an address.
  anonymous: [
    { by: 'address', points: 1_200, seconds: MINUTE },
    { by: 'network', points: 4_800, seconds: MINUTE },
  ],
  // Points: everything that needs a session 1; a page of orders, which may be large, and the use of a link 10 more.
  account: [{ by: 'account', points: 600, seconds: MINUTE }],
  // Tries to pay, each of which is stored. Beyond, the next takes the place of the account's oldest that no payment reached.
  attempt: [
    { by: 'account', points: 40, seconds: DAY },
    { by: 'newcomer and network', points: 2_000, seconds: DAY },
  ],
  // Invalid codes.
  coupon: [{ by: 'account', points: 20, seconds: 10 * MINUTE }],
  // Complete reviews by account, published ones of newcomers by network. reviews/post-review.ts has the quota of a day.
  review: [
    { by: 'account', points: 60, seconds: 10 * MINUTE },
    { by: 'newcomer and network', points: 500, seconds: DAY },
  ],
  // KB of stored pictures; 5,000 for one that ended the decoder.
  picture: [
    { by: 'account', points: 30_000, seconds: DAY },
    { by: 'network', points: 250_000, seconds: DAY },
  ],
  // Of one review: each new browser begins without a cookie.
  vote: [{ by: 'subject and network', points: 50, seconds: DAY }],
} satisfies LimitRules<string>;

export type LimitName = keyof typeof limitRules;

/**
 * Those that processes on one PostgreSQL count together: what a guesser could repeat at each process. The others hold back
 * floods; a second process allows twice as much, and has the means to serve it.
 */
export const sharedLimits: readonly LimitName[] = ['password', 'code', 'signUp', 'email', 'coupon'];
