// Keeps a shop running as whoever runs it for real would: when its process ends it is started again,
// and again, until it stands.
import type { RunningShop } from '#support/shop.ts';

export interface SupervisedShop {
  port: number;
  dataDir: string;
  database: RunningShop['database'];
  pid(): number;
  log(): string;
  /** How often its process ended without being asked to. */
  deaths(): number;
  /** Ends its process on the spot: when this returns, it runs no further. */
  kill(): void;
  /** Asks it to stop, as a deploy does; it is started again once it has ended. Its exit code. */
  deploy(): Promise<number | null>;
  /** Resolves when it stands. Rejects when it does not come up within the limit. */
  up(): Promise<void>;
  /** Has its process end when it passes this crash point next. */
  arm(point: string): Promise<void>;
  remove(): Promise<void>;
}

const STANDS_WITHIN_MS = 60_000;

/** Watches over a shop that has just been started. */
export function supervise(shop: RunningShop): SupervisedShop {
  let standing = Promise.withResolvers<void>();
  let deaths = 0;
  let asked = false;
  let over = false;
  standing.resolve();

  const falls = () => {
    standing = Promise.withResolvers<void>();
    // Whoever waits hears of a failure; that nobody waits is no failure of its own.
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
        // A database that is away ends the start; the next one may find it.
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
