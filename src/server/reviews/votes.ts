// Counts helpful votes, one per visitor and review. A visitor is a browser, known by a cookie that comes with the list of
// reviews.
import { createHmac, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { idField } from '../../shop/forms/fields.ts';
import type { Database } from '../platform/database/schema.ts';
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
  limits: Limits<'vote' | 'anonymous'>;
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
 * Counts a vote, and responds with the number of votes of the review. A repeated one is not counted. Throws a problem: 404
 * for an unknown review, or 429.
 */
export async function voteHelpful(parts: VoteParts, c: Context<ServerEnv>): Promise<Response> {
  const { db, clock, limits } = parts;
  const reviewId = c.req.param('id') ?? '';
  if (!v.is(reviewIdField, reviewId)) throw noReview();
  const address = c.get('clientAddress');
  await limits.anonymous.consume({ address }, 40);
  await limits.vote.consume({ subject: reviewId, address });
  const vote = {
    review_id: reviewId,
    voter: greetVisitor(c, parts),
    voted_at: clock().toISOString(),
  };

  const helpfulVotes = await db.transaction().execute(async (trx) => {
    // An update that changes nothing: a vote for a review that is deleted meanwhile waits, and then finds none.
    const review = await trx
      .updateTable('review')
      .set(({ ref }) => ({ helpful_votes: ref('helpful_votes') }))
      .where('hidden_at', 'is', null)
      .where('id', '=', reviewId)
      .returning('helpful_votes')
      .executeTakeFirst();
    if (review === undefined) throw noReview();
    // The primary key decides between concurrent votes: the later one inserts nothing.
    const added = await trx
      .insertInto('review_vote')
      .values(vote)
      .onConflict((conflict) => conflict.doNothing())
      .returning('voter')
      .executeTakeFirst();
    if (added === undefined) return review.helpful_votes;
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

/** Returns the identity of the browser, which a cookie has. Sets the cookie, unless the browser has a valid one. */
export function greetVisitor(c: Context<ServerEnv>, parts: VisitorParts): string {
  const known = readVisitor(c, parts);
  if (known !== undefined) return known;
  const secure = isSecure(parts);
  const visitor = randomBytes(16).toString('base64url');
  setCookie(c, COOKIE, sign(visitor, parts.visitorKey), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: ONE_YEAR_SECONDS,
    ...(secure && { secure, prefix: 'host' }),
  });
  return visitor;
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
