// Spreads long work over turns of the event loop. The embedded database runs one statement at a time, and serializing
// JSON blocks the process. Long work is split into portions that each wait here: one portion runs per turn, and other
// requests run in between.
import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop in which no other waiting portion runs. */
export function takeTurn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}
