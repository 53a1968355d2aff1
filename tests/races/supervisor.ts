// Restarts a shop whenever its process ends, as a service manager does.
import type { RunningShop } from '#support/shop.ts';

export interface SupervisedShop {
  port: number;
  dataDir: string;
  database: RunningShop['database'];
  pid(): number;
  log(): string;
  /** Returns how often the process ended without being asked to. */
  deaths(): number;
  /** Kills the process. It does nothing more after this returns. */
  kill(): void;
  /** Asks the process to stop, as a deploy does, and restarts it. Resolves to its exit code. */
  deploy(): Promise<number | null>;
  /** Resolves when the shop is up. Rejects if it does not start within the limit. */
  up(): Promise<void>;
  /** Makes the process end when it next passes this crash point. */
  arm(point: string): Promise<void>;
  remove(): Promise<void>;
}

const STANDS_WITHIN_MS = 60_000;

/** Supervises a shop that has just been started. */
export function supervise(shop: RunningShop): SupervisedShop {
  let standing = Promise.withResolvers<void>();
  let deaths = 0;
  let asked = false;
  let over = false;
  standing.resolve();

  const falls = () => {
    standing = Promise.withResolvers<void>();
    // Callers of `up` get the rejection; without one it must not be unhandled.
    standing.promise.catch(() => undefined);
  };
  let isDown = false;
  const goesDown = () => {
    if (!isDown) falls();
    isDown = true;
  };

  async function watch(): Promise<void> {
    for (;;) {
      await shop.ended();
      if (over) return;
      goesDown();
      if (!asked) deaths += 1;
      asked = false;
      await revive();
    }
  }

  async function revive(): Promise<void> {
    const deadline = Date.now() + STANDS_WITHIN_MS;
    for (;;) {
      try {
        await shop.start();
        if (over) return shop.kill();
        isDown = false;
        return standing.resolve();
      } catch (error) {
        // A start fails while the database is down; the next one may succeed.
        if (over) return;
        deaths += 1;
        if (Date.now() > deadline) return standing.reject(error);
      }
    }
  }

  const watching = watch();
  return {
    port: shop.port,
    dataDir: shop.dataDir,
    database: shop.database,
    pid: shop.pid,
    log: shop.log,
    deaths: () => deaths,
    kill() {
      goesDown();
      shop.signal('SIGKILL');
    },
    async deploy() {
      asked = true;
      const ended = shop.ended();
      goesDown();
      shop.signal('SIGTERM');
      return ended;
    },
    up: () => standing.promise,
    arm: shop.arm,
    async remove() {
      over = true;
      await shop.remove();
      await watching;
    },
  };
}
