// How often a caller may do what costs money or reveals something: all numbers, in one table.
import type { LimitRules } from '../platform/http/limits.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/**
 * Rules go from narrow to wide: one address that guesses is stopped before it uses up an account's daily limit. A rule by
 * address has one by network beside it (IPv6 /48, IPv4 /24): whoever has one address of a network often has all of it.
 * Nothing that a signed-in shopper needs to buy is counted by address: others share it.
 */
export const limitRules = {
  // Wrong passwords of one account, from one place. A right password gives its point back, here and below.
  signIn: [
    { by: 'account and address', points: 10, seconds: 15 * MINUTE },
    { by: 'account and network', points: 25, seconds: DAY },
  ],
  // The wrong passwords of others. Beyond these a sign-in is slow instead of refused (accounts/known-browser.ts), and
  // `slowSignIn` counts its wrong ones.
  fastSignIn: [
    { by: 'address', points: 300, seconds: 15 * MINUTE },
    { by: 'network', points: 1_200, seconds: 15 * MINUTE },
    { by: 'account', points: 100, seconds: DAY },
  ],
  slowSignIn: [{ by: 'account and network', points: 1, seconds: DAY }],
  // Wrong passwords from a browser that has signed in to the account before.
  knownBrowser: [
    { by: 'device and account', points: 10, seconds: 15 * MINUTE },
    { by: 'device and account', points: 30, seconds: DAY },
  ],
  // All of these together: beyond, they count as strangers.
  knownBrowsers: [{ by: 'account', points: 60, seconds: DAY }],
  // Wrong passwords in a session, by the session.
  ownPassword: [
    { by: 'device', points: 10, seconds: 15 * MINUTE },
    { by: 'device', points: 30, seconds: DAY },
  ],
  // Wrong codes of the second factor at the owner's desk. Only who knows the password can send one.
  deskCode: [
    { by: 'account', points: 10, seconds: 15 * MINUTE },
    { by: 'account', points: 50, seconds: DAY },
  ],
  // Right passwords: each costs a hash and a session. From a known browser only the first of the two counts.
  newSession: [{ by: 'account', points: 120, seconds: HOUR }],
  strangersSession: [
    { by: 'address', points: 1_200, seconds: HOUR },
    { by: 'network', points: 4_800, seconds: HOUR },
  ],
  signUp: [
    { by: 'address', points: 200, seconds: 10 * MINUTE },
    { by: 'network', points: 600, seconds: 10 * MINUTE },
    { by: 'address', points: 2_000, seconds: DAY },
    { by: 'network', points: 4_000, seconds: DAY },
  ],
  // E-mails with a link, counted for unknown accounts too. Beyond these none is sent while an earlier link is valid.
  passwordReset: [
    { by: 'account and address', points: 5, seconds: 15 * MINUTE },
    { by: 'address', points: 100, seconds: 15 * MINUTE },
    { by: 'network', points: 400, seconds: 15 * MINUTE },
    { by: 'account', points: 20, seconds: DAY },
  ],
  // The same requests, where they are refused: each writes to the database. A known browser is not counted.
  linkRequest: [
    { by: 'address', points: 300, seconds: 15 * MINUTE },
    { by: 'network', points: 600, seconds: 15 * MINUTE },
  ],
  // Only links that are not valid; a genuine one is never refused because of others.
  invalidLink: [
    { by: 'address', points: 100, seconds: 15 * MINUTE },
    { by: 'network', points: 400, seconds: 15 * MINUTE },
  ],
  // New passwords with the links of one account: judging each costs work.
  linkUse: [{ by: 'account', points: 30, seconds: 15 * MINUTE }],
  // E-mails that confirm an address, sent again by its signed-in account.
  confirmation: [
    { by: 'account', points: 5, seconds: 15 * MINUTE },
    { by: 'account', points: 20, seconds: DAY },
  ],
  // Everything that needs a session, reads too.
  account: [{ by: 'account', points: 600, seconds: MINUTE }],
  // A page of orders may be large.
  orderList: [{ by: 'account', points: 60, seconds: MINUTE }],
  // Invalid codes only. An account that guesses is refused whatever it tries next; of others only an invalid code is.
  coupon: [{ by: 'account', points: 20, seconds: 10 * MINUTE }],
  couponOfOthers: [
    { by: 'address', points: 200, seconds: 10 * MINUTE },
    { by: 'network', points: 800, seconds: 10 * MINUTE },
  ],
  payment: [
    { by: 'account', points: 300, seconds: MINUTE },
    { by: 'account', points: 5_000, seconds: DAY },
  ],
  // New attempts to pay, each of which stores up to 8.5 KB: those that are beyond what an honest account begins in a day are
  // counted by network, so that all accounts of a stranger together do not fill the disk.
  firstAttempts: [{ by: 'account', points: 3, seconds: DAY }],
  furtherAttempts: [
    { by: 'address', points: 10_000, seconds: DAY },
    { by: 'network', points: 25_000, seconds: DAY },
  ],
  // Tries. How many an account may publish within a day is counted in the database (reviews/post-review.ts).
  review: [
    { by: 'account', points: 100, seconds: 10 * MINUTE },
    { by: 'account', points: 300, seconds: DAY },
    { by: 'address', points: 600, seconds: 10 * MINUTE },
    { by: 'network', points: 1_200, seconds: 10 * MINUTE },
    { by: 'address', points: 1_000, seconds: DAY },
    { by: 'network', points: 2_000, seconds: DAY },
  ],
  // Pictures cost work and disk. A review may need several tries until all of them are accepted.
  reviewWithPictures: [
    { by: 'account', points: 60, seconds: 10 * MINUTE },
    { by: 'account', points: 150, seconds: DAY },
    { by: 'address', points: 300, seconds: 10 * MINUTE },
    { by: 'network', points: 600, seconds: 10 * MINUTE },
    { by: 'address', points: 1_000, seconds: DAY },
    { by: 'network', points: 1_000, seconds: DAY },
  ],
  // KB of pictures that were stored.
  storedPictures: [
    { by: 'address', points: 200_000, seconds: DAY },
    { by: 'network', points: 400_000, seconds: DAY },
  ],
  // Pictures that ended the decoder; others give their point back. More than an account may upload at one time.
  costlyPicture: [{ by: 'account', points: 12, seconds: HOUR }],
  vote: [
    { by: 'address', points: 300, seconds: HOUR },
    { by: 'network', points: 600, seconds: HOUR },
  ],
  // Of one review: a household has several browsers, and each new one begins without a cookie.
  voteOfReview: [
    { by: 'subject and address', points: 50, seconds: DAY },
    { by: 'subject and network', points: 100, seconds: DAY },
  ],
  // The phones of a town may share an address, and each page of reviews is a request.
  reviewPage: [
    { by: 'address', points: 1_200, seconds: MINUTE },
    { by: 'network', points: 4_800, seconds: MINUTE },
  ],
  reviewSearch: [
    { by: 'address', points: 300, seconds: MINUTE },
    { by: 'network', points: 600, seconds: MINUTE },
  ],
  // All reviews at once, which no page of the shop requests.
  reviewList: [
    { by: 'address', points: 120, seconds: MINUTE },
    { by: 'network', points: 240, seconds: MINUTE },
  ],
} satisfies LimitRules<string>;

export type LimitName = keyof typeof limitRules;

/**
 * Those that processes on one PostgreSQL count together: failures, which a guesser could repeat at each process. The others
 * hold back floods; a second process allows twice as much, and has the means to serve it.
 */
export const sharedLimits: readonly LimitName[] = [
  'signIn',
  'fastSignIn',
  'slowSignIn',
  'knownBrowser',
  'knownBrowsers',
  'ownPassword',
  'deskCode',
  'signUp',
  'passwordReset',
  'confirmation',
  'coupon',
  'couponOfOthers',
];
