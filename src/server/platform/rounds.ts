// Repeats work in rounds: at once, at an interval, and whenever a round is requested. Rounds never overlap, and one
// that fails does not end the others.
import { setImmediate as afterEvents } from 'node:timers/promises';

/** Calls `run` at an interval. Returns a function that ends that. */
export type Every = (milliseconds: number, run: () => void) => () => void;

export interface Rounds {
  /** Starts a round now, or after the current one. Resolves when no requested round is left. */
  kick(): Promise<void>;
  /** Starts no further round, and resolves when the current one has ended. */
  stop(): Promise<void>;
}

export interface RoundsOptions {
  /** Milliseconds between two rounds that were not requested. */
  pause: number;
  /** One round. It should end early once `isStopping()`. */
  round(isStopping: () => boolean): Promise<void>;
  onError(error: unknown): void;
  /** Runs at each pause, also during a long round. */
  onPause?: () => void;
  every?: Every;
}

/** Starts the first round. */
export function workInRounds(options: RoundsOptions): Rounds {
  const { pause, round, onError, onPause, every = byInterval } = options;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  function kick(): Promise<void> {
    again = !stopped;
    running ??= work().finally(() => (running = undefined));
    return running;
  }

  async function work(): Promise<void> {
    while (again) {
      again = false;
      await round(() => stopped).catch(onError);
    }
  }

  const endPauses = every(pause, () => {
    onPause?.();
    void kick();
  });
  void kick();
  return {
    kick,
    async stop() {
      stopped = true;
      again = false;
      endPauses();
      await running;
    },
  };
}

function byInterval(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds);
  return () => clearInterval(timer);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop in which no other waiting portion of work runs. The embedded database runs one
 * statement at a time, and serializing JSON blocks the process: long work waits here between its portions, so that other
 * requests run in between.
 */
export function nextTurn(): Promise<unknown> {
  last = last.then(() => afterEvents());
  return last;
}
