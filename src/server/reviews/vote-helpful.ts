// Counts that somebody found a review helpful: once, however often it is said.
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { ProblemError } from '../http/problem.ts';

export interface HelpfulVote {
  reviewId: string;
  /** Everything that the voter is known as; who has voted as any of it has voted. */
  voters: readonly string[];
  /** The signed-in account of the caller. */
  accountId: string | undefined;
  at: Date;
}

/**
 * Counts the vote and returns the votes of the review. An author's vote for their own review is not
 * counted. Throws a 404 problem without such a review.
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
    // The key of the table decides between two votes at once: the later one inserts nothing.
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
