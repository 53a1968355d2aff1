// Counts helpful votes, one per voter and review.
import type { Kysely } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { ProblemError } from '../platform/http/problem.ts';

export interface HelpfulVote {
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
