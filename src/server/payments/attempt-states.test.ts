// The table itself: forward only, and nothing in it that no path leads to.
import { expect, it } from 'vitest';
import { attemptMoves, attemptStates, laterStates, statesBefore } from './attempt-states.ts';

it('never leads back: no state can be reached from what comes after it', () => {
  const after = (state: (typeof attemptStates)[number], seen = new Set<string>()): Set<string> => {
    for (const next of attemptMoves[state]) {
      if (!seen.has(next)) after(next, seen.add(next));
    }
    return seen;
  };
  for (const state of attemptStates) expect(after(state)).not.toContain(state);
  expect([...after('created')].toSorted()).toEqual(laterStates.toSorted());
});

it('takes money at any time until it is in, and lets only money go back that came', () => {
  expect(statesBefore('paid')).toEqual(['paying', 'expired', 'needs_attention']);
  expect(statesBefore('refunded')).toEqual(['needs_attention', 'paid']);
});

it('reads the same in both directions', () => {
  for (const to of laterStates) {
    expect(statesBefore(to)).toEqual(
      attemptStates.filter((from) => attemptMoves[from].includes(to)),
    );
  }
});
