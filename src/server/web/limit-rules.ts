// How often a caller may do what costs money or reveals something: all numbers, in one table.
import type { LimitRules } from '../platform/http/limits.ts';

const MINUTE = 60;
const DAY = 86_400;

/** Rules go from narrow to wide: one address that guesses is stopped before it uses up an account's daily limit. */
export const limitRules = {
  // Failures only; a success gives its point back.
  signIn: [
    { by: 'account and address', points: 10, seconds: 15 * MINUTE },
    { by: 'address', points: 300, seconds: 15 * MINUTE },
    { by: 'account', points: 100, seconds: DAY },
  ],
  signUp: [
    { by: 'address', points: 200, seconds: 10 * MINUTE },
    { by: 'address', points: 2_000, seconds: DAY },
  ],
  // E-mails with a link, counted for unknown accounts too; by address also the use of a link.
  passwordReset: [
    { by: 'account and address', points: 5, seconds: 15 * MINUTE },
    { by: 'address', points: 100, seconds: 15 * MINUTE },
    { by: 'account', points: 20, seconds: DAY },
  ],
  // E-mails that confirm an address, sent again; by address also the use of a link.
  confirmation: [
    { by: 'account and address', points: 5, seconds: 15 * MINUTE },
    { by: 'address', points: 100, seconds: 15 * MINUTE },
    { by: 'account', points: 20, seconds: DAY },
  ],
  // Invalid codes only; a valid one gives its point back.
  coupon: [
    { by: 'account', points: 20, seconds: 10 * MINUTE },
    { by: 'address', points: 200, seconds: 10 * MINUTE },
  ],
  payment: [
    { by: 'account', points: 300, seconds: MINUTE },
    { by: 'address', points: 1200, seconds: MINUTE },
    { by: 'address', points: 100_000, seconds: DAY },
  ],
  // Tries. How many an account may publish within a day is counted in the database (reviews/post-review.ts).
  review: [
    { by: 'account', points: 100, seconds: 10 * MINUTE },
    { by: 'address', points: 600, seconds: 10 * MINUTE },
    { by: 'account', points: 300, seconds: DAY },
    { by: 'address', points: 2_000, seconds: DAY },
  ],
  // Pictures cost work and disk. A review may need several tries until all of them are accepted.
  reviewWithPictures: [
    { by: 'account', points: 60, seconds: 10 * MINUTE },
    { by: 'account', points: 150, seconds: DAY },
    { by: 'address', points: 300, seconds: 10 * MINUTE },
    { by: 'address', points: 1_000, seconds: DAY },
  ],
  vote: [{ by: 'address', points: 300, seconds: 60 * MINUTE }],
  // Of one review: a household has several browsers, and each new one begins without a cookie.
  voteOfReview: [{ by: 'subject and address', points: 50, seconds: DAY }],
  // The phones of a town may share an address, and each page of reviews is a request.
  reviewPage: [{ by: 'address', points: 1200, seconds: MINUTE }],
  reviewSearch: [{ by: 'address', points: 300, seconds: MINUTE }],
  // All reviews at once, which no page of the shop requests.
  reviewList: [{ by: 'address', points: 120, seconds: MINUTE }],
  write: [{ by: 'address', points: 1200, seconds: MINUTE }],
} satisfies LimitRules<string>;

export type LimitName = keyof typeof limitRules;
