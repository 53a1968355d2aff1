// Counts helpful votes, one per voter and review.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Schema } from '../platform/database/schema.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { isSameSecret } from '../platform/secrets.ts';

interface HelpfulVote {
  reviewId: string;
  /** All identities of the voter. A vote under any of them counts as theirs. */
  voters: readonly string[];
  /** The signed-in account. */
  accountId: string | undefined;
  at: Date;
}

/**
 * Counts the vote and resolves to the number of votes of the review. Repeated votes and authors' votes for their own
 * reviews are not counted. Throws a 404 problem for an unknown review.
 */
export async function voteHelpful(
  db: Kysely<Schema>,
  { reviewId, voters, accountId, at }: HelpfulVote,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const review = await trx
      .selectFrom('review')
      .select(['user_id', 'helpful_votes'])
      .where('id', '=', reviewId)
      .executeTakeFirst();
    if (review === undefined) throw new ProblemError(404, 'This review is no longer there.');
    if (review.user_id === accountId) return review.helpful_votes;
    // The primary key decides between concurrent votes: the later one inserts nothing.
    const added = await trx
      .insertInto('review_vote')
      .values(voters.map((voter) => ({ review_id: reviewId, voter, voted_at: at.toISOString() })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('voter')
      .execute();
    if (added.length < voters.length) return review.helpful_votes;
    const counted = await trx
      .updateTable('review')
      .set(({ eb }) => ({ helpful_votes: eb('helpful_votes', '+', 1) }))
      .where('id', '=', reviewId)
      .returning('helpful_votes')
      .executeTakeFirstOrThrow();
    return counted.helpful_votes;
  });
}

// Identifies voters by account and by the browser's cookie, which is set with the list of reviews; without either, by
// address.

const NAME = 'maalai.visitor';
const ONE_YEAR_SECONDS = 31_536_000;

interface VisitorCookie {
  /** The public address is https. */
  secure: boolean;
  /** Signs the cookie, so that invented values do not count. */
  key: Buffer;
}

/** Returns the signing key of the cookie, derived from the session secret. */
export function visitorKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', NAME, 32));
}

/** Sets the cookie, unless the browser has a valid one. */
export function greetVisitor(c: Context<ServerEnv>, cookie: VisitorCookie): void {
  if (visitorOf(c, cookie) !== undefined) return;
  const { secure, key } = cookie;
  setCookie(c, NAME, sign(randomBytes(16).toString('base64url'), key), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: ONE_YEAR_SECONDS,
    ...(secure && { secure, prefix: 'host' }),
  });
}

/**
 * Returns the identities of the voter as the database stores them. All count as the same person, so that signing
 * in does not give a second vote.
 */
export function votersOf(
  c: Context<ServerEnv>,
  cookie: VisitorCookie,
  { accountId, reviewId }: { accountId: string | undefined; reviewId: string },
): [string, ...string[]] {
  const visitor = visitorOf(c, cookie);
  const account = accountId === undefined ? [] : [accountVoter(accountId)];
  const browser = visitor === undefined ? [] : [`visitor:${visitor}`];
  const [first, ...others] = [...account, ...browser];
  if (first !== undefined) return [first, ...others];
  // Hashed with the review's id, so that the votes reveal no addresses.
  const hash = createHash('sha256').update(`${reviewId} ${c.get('clientAddress')}`);
  return [`address:${hash.digest('base64url')}`];
}

/** Returns the identity of an account as a voter. */
export function accountVoter(accountId: string): string {
  return `account:${accountId}`;
}

function visitorOf(c: Context<ServerEnv>, { secure, key }: VisitorCookie): string | undefined {
  const given = getCookie(c, NAME, secure ? 'host' : undefined) ?? '';
  const visitor = given.slice(0, given.indexOf('.'));
  return isSameSecret(given, sign(visitor, key)) ? visitor : undefined;
}

/** Signs like Hono, but synchronously: its signing with Web Crypto takes longer than reading the reviews. */
function sign(visitor: string, key: Buffer): string {
  return `${visitor}.${createHmac('sha256', key).update(visitor).digest('base64')}`;
}
