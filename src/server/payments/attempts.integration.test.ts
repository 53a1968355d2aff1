// Whatever moves are tried, and however many at once: an attempt only moves forward, and each move succeeds once.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { onBoth } from '#support/databases/databases.ts';
import { beginUnopened } from '#support/payments/begin-attempt.ts';
import type { AttemptState } from '../platform/database/schema.ts';
import { attemptMoves, attemptStates, moveAttempt } from './attempts.ts';

const now = new Date('2026-11-14T12:45:00.000Z');
const laterStates = attemptStates.filter((state) => state !== 'created');

onBoth('an attempt', (open) => {
  it('follows the table of states through any moves, each tried several times at once', async () => {
    const { db } = await open();
    const move = fc.tuple(fc.constantFrom(...laterStates), fc.integer({ min: 1, max: 4 }));
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 12 }), async (moves) => {
        const id = await beginUnopened(db, now);
        let state: AttemptState = 'created';
        for (const [to, times] of moves) {
          const tries = Array.from({ length: times }, () => moveAttempt(db, id, to, now));
          const moved = (await Promise.all(tries)).filter((attempt) => attempt !== undefined);
          const isAllowed = attemptMoves[state].includes(to);
          expect(moved.map((attempt) => attempt.state)).toEqual(isAllowed ? [to] : []);
          if (isAllowed) state = to;
        }
        const stored = db.selectFrom('payment_attempt').select('state').where('id', '=', id);
        expect((await stored.executeTakeFirstOrThrow()).state).toBe(state);
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it('takes only an allowed path when different moves are tried at once', async () => {
    const { db } = await open();
    for (let round = 0; round < 10; round += 1) {
      const id = await beginUnopened(db, now);
      const ways = ['paying', 'expired', 'paying', 'expired'] as const;
      const moved = await Promise.all(ways.map((to) => moveAttempt(db, id, to, now)));
      const winners = moved.flatMap((attempt) => attempt?.state ?? []);
      // It may reach 'expired' directly or through 'paying'.
      expect([['paying'], ['expired'], ['paying', 'expired']]).toContainEqual(
        winners.toSorted().toReversed(),
      );
    }
  });
});
