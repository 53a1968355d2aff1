// The table of states: it only leads forward, and every state can be reached.
import { expect, it } from 'vitest';
import { attemptMoves, attemptStates, statesBefore } from './attempts.ts';

it('never leads back: no state can be reached from a later one', () => {
  const after = (state: (typeof attemptStates)[number], seen = new Set<string>()): Set<string> => {
    for (const next of attemptMoves[state]) {
      if (!seen.has(next)) after(next, seen.add(next));
    }
    return seen;
  };
  for (const state of attemptStates) expect(after(state)).not.toContain(state);
  expect(['created', ...after('created')].toSorted()).toEqual(attemptStates.toSorted());
});

it('allows a payment in every open state, and a refund only after a payment', () => {
  expect(statesBefore('paid')).toEqual(['paying', 'expired', 'needs_attention']);
  expect(statesBefore('refunded')).toEqual(['needs_attention', 'paid']);
});
