// How often a caller may do what costs money or reveals something. The counters are in memory: one process
// serves the shop, and a restart loses the counts of at most one window.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from './problem.ts';

/** Who is counted. `account` is a user id or, before sign-in, the normalised e-mail address. */
export interface Caller {
  account?: string;
  address: string;
}

export interface LimitRule {
  by: 'account' | 'address' | 'account and address';
  points: number;
  seconds: number;
}

export type LimitName =
  | 'signIn'
  | 'signUp'
  | 'passwordReset'
  | 'confirmation'
  | 'coupon'
  | 'payment'
  | 'review'
  | 'reviewWithPictures'
  | 'vote'
  | 'voteOfReview'
  | 'reviewPage'
  | 'reviewSearch'
  | 'reviewList'
  | 'write';
export type LimitRules = Readonly<Record<LimitName, readonly LimitRule[]>>;

const MINUTE = 60;
const DAY = 86_400;

/** Rules go from narrow to wide: one address that guesses is stopped before it uses up an account's daily limit. */
export const standardLimits: LimitRules = {
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
  // Enough for a shop that imports its earlier reviews.
  review: [
    { by: 'account', points: 1500, seconds: 10 * MINUTE },
    { by: 'address', points: 3000, seconds: 10 * MINUTE },
    // Reviews stay stored: a day of them is no more than a few hundred megabytes.
    { by: 'account', points: 5_000, seconds: DAY },
    { by: 'address', points: 10_000, seconds: DAY },
  ],
  // Pictures cost work and disk. A review may need several tries until all of them are accepted.
  reviewWithPictures: [
    { by: 'account', points: 100, seconds: 10 * MINUTE },
    { by: 'account', points: 500, seconds: DAY },
    { by: 'address', points: 500, seconds: 10 * MINUTE },
    { by: 'address', points: 2_000, seconds: DAY },
  ],
  vote: [{ by: 'address', points: 300, seconds: 60 * MINUTE }],
  // Of one review: a household has several browsers, and each new one begins without a cookie. `account` is the review.
  voteOfReview: [{ by: 'account and address', points: 50, seconds: DAY }],
  // The phones of a town may share an address, and each page of reviews is a request.
  reviewPage: [{ by: 'address', points: 1200, seconds: MINUTE }],
  reviewSearch: [{ by: 'address', points: 300, seconds: MINUTE }],
  // All reviews at once, which no page of the shop requests.
  reviewList: [{ by: 'address', points: 120, seconds: MINUTE }],
  write: [{ by: 'address', points: 1200, seconds: MINUTE }],
};

export interface Limit {
  /** Counts one try. Throws a 429 problem with Retry-After once the caller has used up a rule. */
  take(caller: Caller): Promise<void>;
  /** Undoes one `take`, after an honest try. */
  giveBack(caller: Caller): Promise<void>;
  /** Resets the counts of the account, whose owner has proved their identity. The address stays counted. */
  forget(caller: Required<Caller>): Promise<void>;
}

export type Limits = Readonly<Record<LimitName, Limit>>;

/** Returns new counters for every limit. Tests pass other numbers. */
export function createLimits(rules: Partial<LimitRules> = {}): Limits {
  const all = { ...standardLimits, ...rules };
  return {
    signIn: createLimit(all.signIn),
    signUp: createLimit(all.signUp),
    passwordReset: createLimit(all.passwordReset),
    confirmation: createLimit(all.confirmation),
    coupon: createLimit(all.coupon),
    payment: createLimit(all.payment),
    review: createLimit(all.review),
    reviewWithPictures: createLimit(all.reviewWithPictures),
    vote: createLimit(all.vote),
    voteOfReview: createLimit(all.voteOfReview),
    reviewPage: createLimit(all.reviewPage),
    reviewSearch: createLimit(all.reviewSearch),
    reviewList: createLimit(all.reviewList),
    write: createLimit(all.write),
  };
}

/** An IPv6 address counts as its /64; a rule by address allows sixteen times its number for the whole /48. */
const NETWORK_FACTOR = 16;

type Rule = Omit<LimitRule, 'by'> & { by: LimitRule['by'] | 'network' };

function withNetworks(rules: readonly LimitRule[]): Rule[] {
  const wider = rules.filter(({ by }) => by === 'address');
  const ofNetworks = wider.map((rule): Rule => ({
    ...rule,
    by: 'network',
    points: rule.points * NETWORK_FACTOR,
  }));
  return [...rules, ...ofNetworks];
}

function createLimit(rules: readonly LimitRule[]): Limit {
  const counters = withNetworks(rules).map((rule) => ({
    rule,
    counter: new RateLimiterMemory({ points: rule.points, duration: rule.seconds }),
  }));
  return {
    async take(caller) {
      const taken: typeof counters = [];
      for (const entry of counters) {
        const key = keyOf(entry.rule, caller);
        if (key === undefined) continue;
        try {
          await entry.counter.consume(key);
          taken.push(entry);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          // A refused try does not count: it must not use up the other rules.
          await Promise.all([...taken, entry].map((each) => reward(each, caller)));
          throw tooMany(refusal.msBeforeNext);
        }
      }
    },
    async giveBack(caller) {
      await Promise.all(counters.map((entry) => reward(entry, caller)));
    },
    async forget(caller) {
      for (const { rule, counter } of counters) {
        const key = keyOf(rule, caller);
        const isOwn = rule.by === 'account' || rule.by === 'account and address';
        if (isOwn && key !== undefined) await counter.delete(key);
      }
    },
  };
}

async function reward(
  entry: { rule: Rule; counter: RateLimiterMemory },
  caller: Caller,
): Promise<void> {
  const key = keyOf(entry.rule, caller);
  if (key === undefined) return;
  const used = await entry.counter.get(key);
  // After the window has passed there is nothing to give back: a reward would create a credit.
  if (used !== null && used.consumedPoints > 0) await entry.counter.reward(key);
}

function keyOf(rule: Rule, { account, address }: Caller): string | undefined {
  if (rule.by === 'address') return address;
  if (rule.by === 'network') {
    const [network] = /^(?:[\da-f]+:){3}/.exec(address) ?? [];
    return address.endsWith('::/64') ? network : undefined;
  }
  if (account === undefined) return undefined;
  return rule.by === 'account' ? account : `${account} ${address}`;
}

function tooMany(msBeforeNext: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const wait =
    seconds < 90
      ? `${seconds} seconds`
      : seconds < 5400
        ? `${Math.ceil(seconds / 60)} minutes`
        : `${Math.ceil(seconds / 3600)} hours`;
  return new ProblemError(
    429,
    `Too many tries. Please wait ${wait} and try again.`,
    { code: 'TOO_MANY_TRIES' },
    { 'Retry-After': String(seconds) },
  );
}
