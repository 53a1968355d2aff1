// The states of a payment attempt, as data: which state may follow which. An attempt only moves forward, and
// only `moveAttempt` changes its state.
import type { AttemptState } from '../platform/database/schema.ts';

/**
 * created: the provider has no order for it yet · paying: the provider's order can be paid ·
 * expired: no payment is expected any more, but one that comes is still accepted · needs_attention:
 * money came in that does not fit · paid: it became an order · refunded: all of its money was refunded.
 */
export const attemptMoves: Readonly<Record<AttemptState, readonly LaterState[]>> = {
  created: ['paying', 'expired'],
  paying: ['expired', 'needs_attention', 'paid'],
  expired: ['needs_attention', 'paid'],
  needs_attention: ['paid', 'refunded'],
  paid: ['refunded'],
  refunded: [],
};

/** The states that an attempt can be moved to: none is moved back to 'created'. */
export type LaterState = Exclude<AttemptState, 'created'>;

export const attemptStates = Object.keys(attemptMoves) as readonly AttemptState[];

export const laterStates = attemptStates.filter((state) => state !== 'created');

/** The states from which an attempt may move to this one. */
export function statesBefore(to: LaterState): AttemptState[] {
  return attemptStates.filter((from) => attemptMoves[from].includes(to));
}
