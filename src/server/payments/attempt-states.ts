// The life of a try to pay, as data: which state may follow which. It only ever moves forward; whoever
// changes a state does so through `moveAttempt`.
import type { AttemptState } from '../database/schema.ts';

/**
 * created: ours alone, the provider has no order for it yet · paying: a provider's order can be paid ·
 * expired: nobody is expected to pay any more, though money that comes is still taken · needs_attention:
 * money is in that does not fit · paid: it became an order · refunded: all of its money went back.
 */
export const attemptMoves: Readonly<Record<AttemptState, readonly LaterState[]>> = {
  created: ['paying', 'expired'],
  paying: ['expired', 'needs_attention', 'paid'],
  expired: ['needs_attention', 'paid'],
  needs_attention: ['paid', 'refunded'],
  paid: ['refunded'],
  refunded: [],
};

/** Where an attempt can be moved to; none is moved to its beginning. */
export type LaterState = Exclude<AttemptState, 'created'>;

export const attemptStates = Object.keys(attemptMoves) as readonly AttemptState[];

export const laterStates = attemptStates.filter((state) => state !== 'created');

/** The states from which an attempt may move to this one. */
export function statesBefore(to: LaterState): AttemptState[] {
  return attemptStates.filter((from) => attemptMoves[from].includes(to));
}
