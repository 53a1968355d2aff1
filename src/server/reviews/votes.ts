// Counts helpful votes, one per voter and review. A voter is an account or a browser, known by a cookie that comes with
// the list of reviews; without either, an address.
import { createHmac, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { idField } from '../../shop/forms/fields.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database } from '../platform/database/schema.ts';
import { currentUser } from '../platform/http/api.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import type { Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { deriveKey, isSameSecret } from '../platform/secrets.ts';

const COOKIE = 'maalai.visitor';
const reviewIdField = idField();
const ONE_YEAR_SECONDS = 31_536_000;

export interface VoteParts extends VisitorParts {
  db: Database;
  clock: () => Date;
  limits: Limits<'vote' | 'voteOfReview'>;
}

export interface VisitorParts {
  /** The first is the public one, and decides whether the cookie is secure. */
  origins: readonly string[];
  /** Signs the cookie, so that invented values do not count. */
  visitorKey: KeyObject;
}

/** Returns the signing key of the cookie, derived from the session secret. */
export function visitorKey(secret: string): KeyObject {
  return deriveKey(secret, COOKIE);
}

/**
 * Counts a vote, and responds with the number of votes of the review. Repeated votes and authors' votes for their own
 * reviews are not counted. Throws a problem: 404 for an unknown review, or 429.
 */
export async function voteHelpful(parts: VoteParts, c: Context<ServerEnv>): Promise<Response> {
  const { db, clock, limits } = parts;
  const reviewId = c.req.param('id') ?? '';
  if (!v.is(reviewIdField, reviewId)) throw noReview();
  const address = c.get('clientAddress');
  await limits.vote.consume({ address });
  await limits.voteOfReview.consume({ subject: reviewId, address });
  const accountId = (await currentUser(c))?.id;
  const voted_at = clock().toISOString();

  const helpfulVotes = await db.transaction().execute(async (trx) => {
    // An account that was deleted meanwhile would stay in its vote.
    const isThere = accountId !== undefined && (await lockAccount(trx, accountId));
    // An update that changes nothing: a vote for a review that is deleted meanwhile waits, and then finds none.
    const review = await trx
      .updateTable('review')
      .set(({ ref }) => ({ helpful_votes: ref('helpful_votes') }))
      .where('hidden_at', 'is', null)
      .where('id', '=', reviewId)
      .returning(['user_id', 'helpful_votes'])
      .executeTakeFirst();
    if (review === undefined) throw noReview();
    if (review.user_id === accountId) return review.helpful_votes;
    const voters = listVoters(c, parts, isThere ? accountId : undefined, reviewId);
    const votes = voters.map((voter) => ({ review_id: reviewId, voter, voted_at }));
    // The primary key decides between concurrent votes: the later one inserts nothing.
    const added = await trx
      .insertInto('review_vote')
      .values(votes)
      .onConflict((conflict) => conflict.doNothing())
      .returning('voter')
      .execute();
    if (added.length < votes.length) return review.helpful_votes;
    const counted = await trx
      .updateTable('review')
      .set(({ eb }) => ({ helpful_votes: eb('helpful_votes', '+', 1) }))
      .where('id', '=', reviewId)
      .returning('helpful_votes')
      .executeTakeFirstOrThrow();
    return counted.helpful_votes;
  });
  return c.json({ helpfulVotes });
}

function noReview(): ProblemError {
  return new ProblemError(404, 'This review is no longer there.');
}

/**
 * Returns the identities of the voter as the database stores them, at least one. All count as the same person, so that
 * signing in does not give a second vote.
 */
function listVoters(
  c: Context<ServerEnv>,
  parts: VisitorParts,
  accountId: string | undefined,
  reviewId: string,
): string[] {
  const visitor = readVisitor(c, parts);
  const known = [
    ...(accountId === undefined ? [] : [accountVoter(accountId)]),
    ...(visitor === undefined ? [] : [`visitor:${visitor}`]),
  ];
  if (known.length > 0) return known;
  // With a key that is not in the database: there are so few addresses that a copy of it would reveal them otherwise.
  const hash = createHmac('sha256', parts.visitorKey);
  hash.update(`${reviewId} ${c.get('clientAddress')}`);
  return [`address:${hash.digest('base64url')}`];
}

/** Returns the identity of an account as a voter. */
export function accountVoter(accountId: string): string {
  return `account:${accountId}`;
}

/** Sets the cookie, unless the browser has a valid one. */
export function greetVisitor(c: Context<ServerEnv>, parts: VisitorParts): void {
  if (readVisitor(c, parts) !== undefined) return;
  const secure = isSecure(parts);
  setCookie(c, COOKIE, sign(randomBytes(16).toString('base64url'), parts.visitorKey), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: ONE_YEAR_SECONDS,
    ...(secure && { secure, prefix: 'host' }),
  });
}

/** Returns the browser's identity in the cookie; undefined without a cookie that the shop has signed. */
function readVisitor(c: Context<ServerEnv>, parts: VisitorParts): string | undefined {
  const given = getCookie(c, COOKIE, isSecure(parts) ? 'host' : undefined) ?? '';
  const visitor = given.slice(0, given.indexOf('.'));
  return isSameSecret(given, sign(visitor, parts.visitorKey)) ? visitor : undefined;
}

function isSecure({ origins }: VisitorParts): boolean {
  return origins[0]?.startsWith('https:') ?? false;
}

/** Signs like Hono, but synchronously: its signing with Web Crypto takes longer than reading the reviews. */
function sign(visitor: string, key: KeyObject): string {
  return `${visitor}.${createHmac('sha256', key).update(visitor).digest('base64')}`;
}
