// Work that comes round again: at once, every so often, and whenever somebody knows that there is some.
// Rounds never overlap, and one that fails does not end the others.

/** Runs something again and again; returns how to end that. */
export type Every = (milliseconds: number, run: () => void) => () => void;

export interface Rounds {
  /** Has a round begin now, or after the present one. Resolves when nothing is asked for any more. */
  kick(): Promise<void>;
  /** Begins nothing further and resolves when what is under way is done. */
  stop(): Promise<void>;
}

export interface RoundsOptions {
  /** Milliseconds between two rounds that nobody asked for. */
  pause: number;
  /** One round. It should end early once `isStopping()`. */
  round(isStopping: () => boolean): Promise<void>;
  onError(error: unknown): void;
  /** Runs at each pause, also during a long round. */
  onPause?: () => void;
  every?: Every;
}

/** Begins the first round. */
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
