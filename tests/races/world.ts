// A world for races: the shop as real processes on a real database, the payment stand-in, a mail server, and proxies
// between all of them that can be cut at any message.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import type { PostgresCluster } from '#support/databases/postgres.ts';
import { standInEnv, webhookSecret } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import { startShop } from '#support/shop.ts';
import type { DatabaseSettings } from '../../src/server/platform/database/open.ts';
import { openBooks } from './books.ts';
import { openMailbox } from './mailbox.ts';
import { createMoments, proxyNames } from './moments.ts';
import type { ProxyName } from './moments.ts';
import { supervise } from './supervisor.ts';
import type { SupervisedShop } from './supervisor.ts';
import { openProxy } from './proxy.ts';
import type { TcpProxy } from './proxy.ts';

export interface WorldOptions {
  /** A PostgreSQL cluster, which the world may halt. Without one the shop uses the embedded database. */
  cluster?: PostgresCluster | undefined;
  /** The number of shop processes on the database, behind one proxy. */
  shops?: 1 | 2;
  /**
   * Milliseconds from the beginning of an attempt until the reconciler asks the provider. By default too long to matter, so
   * that a test shows recovery without the reconciler.
   */
  reconcileAfter?: number;
  /** Variables that are added to the shops' environment or replace others. */
  env?: Record<string, string>;
  /** The data directory of the first shop, by default a new one. */
  dataDir?: string | undefined;
  /** Writes e-mails to files in the data directory instead of sending them to the mail server. */
  mailIntoFiles?: boolean;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The webhook secret after a rotation. The shops know it from the start. */
export const NEXT_WEBHOOK_SECRET = 'the next webhook secret of the tests';
const LOG_LINES = 60;
/** The longest lease of the shop, that of an e-mail (mail/worker.ts), and a little more. */
const LEASE_MS = 16_000;
/** The longest pause between two tries of an e-mail (mail/worker.ts), and a little more. */
const PAUSE_MS = 61 * 60_000;

/** Starts a world. */
export async function startWorld(options: WorldOptions = {}) {
  const { cluster, env = {}, mailIntoFiles = false, reconcileAfter = 600_000 } = options;
  const running = new AsyncDisposableStack();
  try {
    const moments = createMoments();
    const shops: SupervisedShop[] = [];
    const own = cluster && (await createPostgresDatabase(cluster.url));
    if (own) running.defer(() => own.drop());
    const mailbox = await openMailbox();
    running.defer(() => mailbox.close());

    const targets: Record<ProxyName, () => readonly number[]> = {
      shoppers: () => shops.map(({ port }) => port),
      webhooks: () => shops.map(({ port }) => port),
      provider: () => [standIn.port],
      database: () => (own ? [Number(new URL(own.url).port)] : []),
      mail: () => [mailbox.port],
    };
    const proxies = {} as Record<ProxyName, TcpProxy>;
    for (const name of proxyNames) {
      proxies[name] = await openProxy({
        targets: targets[name],
        onMessage: (direction, bytes) => moments.passing(name, direction, bytes),
      });
      running.defer(() => proxies[name].close());
    }

    const standIn = await startStandIn(
      `http://localhost:${proxies.webhooks.port}/payments/webhook`,
    );
    running.defer(() => standIn.stop());

    const origin = `http://localhost:${proxies.shoppers.port}`;
    const shopEnv: Record<string, string> = {
      ...standInEnv(`http://127.0.0.1:${proxies.provider.port}`),
      RECONCILE_AFTER_MS: String(reconcileAfter),
      ORIGIN: origin,
      LOG_LEVEL: 'warn',
      PAYMENT_WEBHOOK_SECRET: `${NEXT_WEBHOOK_SECRET},${webhookSecret}`,
      // Each shopper has its own address.
      TRUST_PROXY: '1',
      ...(!mailIntoFiles && { SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}` }),
      ...(own && { DATABASE_URL: through(own.url, proxies.database) }),
      ...env,
    };
    for (let i = 0; i < (options.shops ?? 1); i += 1) {
      const shop = supervise(await startShop(shopEnv, i === 0 ? options.dataDir : undefined));
      running.defer(() => shop.remove());
      shops.push(shop);
    }
    const [first] = shops;
    const database: DatabaseSettings = own ? { kind: 'postgres', url: own.url } : first!.database;
    const books = openBooks(database);
    running.defer(() => books.close());

    const up = async () => void (await Promise.all(shops.map((shop) => shop.up())));
    const deaths = () => shops.reduce((sum, shop) => sum + shop.deaths(), 0);
    let ahead = 0;
    let outlived = 0;
    async function moveClocks(milliseconds: number): Promise<void> {
      await up();
      ahead += milliseconds;
      await Promise.all(shops.map((shop) => shop.moveClock(milliseconds)));
    }
    /** Moves the clocks of the shops on, so that nobody waits for what a process that was killed has leased. */
    async function outliveLeases(): Promise<void> {
      await up();
      outlived = deaths();
      await moveClocks(LEASE_MS);
    }
    return {
      kind: database.kind,
      /** The origin for shoppers. */
      origin,
      shops: shops as readonly SupervisedShop[],
      /** Returns how often processes of the shops ended without being asked to. */
      deaths,
      killShops() {
        for (const shop of shops) shop.kill();
      },
      standIn,
      mailbox,
      /** Returns how often the e-mail with this outbox key arrived. */
      deliveries: (dedupeKey: string): number =>
        mailIntoFiles
          ? Number(existsSync(join(first!.dataDir, 'mail', `${emailName(dedupeKey)}.eml`)))
          : (mailbox.taken.get(emailName(dedupeKey)) ?? 0),
      books,
      /** The database of the shops, without the proxy. */
      database,
      proxies: proxies as Readonly<typeof proxies>,
      moments,
      /** The environment of the shops. */
      env: shopEnv,
      cluster,
      /** Resolves when all shops are up. */
      up,
      /** Milliseconds by which the clocks of the shops are ahead of the machine's. */
      ahead: () => ahead,
      outliveLeases,
      /**
       * Moves the clocks of the shops on, so that nobody waits for the next try of an e-mail: every kill beside it
       * counted as a try, and doubled the pause after one that failed.
       */
      outlivePauses: () => moveClocks(PAUSE_MS),
      /** Ends all faults, silences and outages, and outlives leases if a shop died. Resolves when everything is up. */
      async heal(): Promise<void> {
        moments.forget();
        for (const name of proxyNames) proxies[name].resume();
        await standIn.clearFaults();
        await up();
        if (deaths() > outlived) await outliveLeases();
        // Once the shops are up, so that their webhooks need not wait for one more try.
        await standIn.releaseWebhooks();
      },
      /** Returns the last lines of each shop's log, for the message of a failure. */
      log: () =>
        shops
          .flatMap((shop, i) => [
            `Shop ${i}:`,
            ...shop.log().trimEnd().split('\n').slice(-LOG_LINES),
          ])
          .join('\n'),
      close: () => running.disposeAsync(),
    };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

/** Returns an outbox key as the mail transport writes it in a Message-ID and a file name. */
export const emailName = (key: string) => key.replaceAll(/[^A-Za-z0-9_-]+/g, '.');

function through(url: string, proxy: TcpProxy): string {
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(proxy.port);
  return own.href;
}
