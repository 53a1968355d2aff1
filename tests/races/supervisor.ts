// Restarts a shop whenever its process ends, as a service manager does.
import type { RunningShop } from '#support/shop.ts';

const STARTS_WITHIN_MS = 60_000;

export type SupervisedShop = ReturnType<typeof supervise>;

/** Supervises a shop that has just been started. */
export function supervise(shop: RunningShop) {
  const { port, dataDir, database, pid, log, arm, moveClock } = shop;
  let running = Promise.withResolvers<void>();
  running.resolve();
  let isDown = false;
  let deadline = 0;
  let deaths = 0;
  let asked = false;
  let over = false;

  function markDown(): void {
    if (isDown) return;
    isDown = true;
    deadline = Date.now() + STARTS_WITHIN_MS;
    running = Promise.withResolvers<void>();
    // Callers of `up` get the rejection. If there are none, it must not be unhandled.
    running.promise.catch(() => undefined);
  }

  async function watch(): Promise<void> {
    for (;;) {
      await shop.ended();
      if (over) return;
      markDown();
      if (!asked) deaths += 1;
      asked = false;
      try {
        await shop.start();
        isDown = false;
        running.resolve();
      } catch (error) {
        // A start fails while the database is down; the next one may succeed.
        if (Date.now() > deadline) return running.reject(error);
      }
    }
  }

  const watching = watch();
  return {
    port,
    dataDir,
    database,
    pid,
    log,
    arm,
    moveClock,
    /** Returns how often the process ended without being asked to. */
    deaths: () => deaths,
    /** Kills the process, which does nothing more once this returns. */
    kill() {
      markDown();
      shop.signal('SIGKILL');
    },
    /** Asks the process to stop, as a deploy does, and restarts it. Resolves to its exit code. */
    async deploy() {
      asked = true;
      const ended = shop.ended();
      markDown();
      shop.signal('SIGTERM');
      return ended;
    },
    /** Resolves when the shop is up. Rejects if it does not start within the limit. */
    up: () => running.promise,
    async remove() {
      over = true;
      await shop.remove();
      await watching;
    },
  };
}
