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
  /** Kills the process, which does nothing more once this returns. */
  kill(): void;
  /** Asks the process to stop, as a deploy does, and restarts it. Resolves to its exit code. */
  deploy(): Promise<number | null>;
  /** Resolves when the shop is up. Rejects if it does not start within the limit. */
  up(): Promise<void>;
  /** Makes the process exit when it next passes this crash point. */
  arm(point: string): Promise<void>;
  /** Moves the shop's clock forward, also for its later starts. */
  moveClock(milliseconds: number): Promise<void>;
  remove(): Promise<void>;
}

const STARTS_WITHIN_MS = 60_000;

/** Supervises a shop that has just been started. */
export function supervise(shop: RunningShop): SupervisedShop {
  let running = Promise.withResolvers<void>();
  let deaths = 0;
  let asked = false;
  let over = false;
  running.resolve();

  let isDown = false;
  const markDown = () => {
    if (!isDown) {
      running = Promise.withResolvers<void>();
      // Callers of `up` get the rejection. If there are none, it must not be unhandled.
      running.promise.catch(() => undefined);
    }
    isDown = true;
  };

  async function watch(): Promise<void> {
    for (;;) {
      await shop.ended();
      if (over) return;
      markDown();
      if (!asked) deaths += 1;
      asked = false;
      await revive();
    }
  }

  async function revive(): Promise<void> {
    const deadline = Date.now() + STARTS_WITHIN_MS;
    for (;;) {
      try {
        await shop.start();
        if (over) return shop.kill();
        isDown = false;
        return running.resolve();
      } catch (error) {
        // A start fails while the database is down; the next one may succeed.
        if (over) return;
        deaths += 1;
        if (Date.now() > deadline) return running.reject(error);
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
      markDown();
      shop.signal('SIGKILL');
    },
    async deploy() {
      asked = true;
      const ended = shop.ended();
      markDown();
      shop.signal('SIGTERM');
      return ended;
    },
    up: () => running.promise,
    arm: shop.arm,
    moveClock: shop.moveClock,
    async remove() {
      over = true;
      await shop.remove();
      await watching;
    },
  };
}
