// The embedded database and JSON hold the process while they work, and many may ask for much at once.
// Work in portions waits here before each of them: there is one in a turn of the event loop, so that all
// other calls have theirs in between.
import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop that is nobody else's of those who wait here. */
export function takeTurn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}
