// A PostgreSQL database behind a TCP proxy that can be silenced, cut and repaired.
import { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import {
  createPostgresDialect,
  TIME_LIMITS,
} from '../../../src/server/platform/database/postgres.ts';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import { openProxy } from '../../races/proxy.ts';
import { createPostgresDatabase } from '../databases/postgres-database.ts';
import { postgresUrl, TEMPLATE } from '../databases/shared-databases.ts';

/** Opens a new migrated, empty database, which is dropped when the test ends. */
export async function openBehindProxy(limits = TIME_LIMITS) {
  const own = await createPostgresDatabase(await postgresUrl(), { template: TEMPLATE });
  onTestFinished(() => own.drop());
  const url = new URL(own.url);
  const port = Number(url.port);
  let state: 'up' | 'silent' | 'cut' = 'up';
  const proxy = await openProxy({
    targets: () => (state === 'cut' ? [] : [port]),
    onMessage: () => (state === 'silent' ? 'drop' : 'pass'),
  });
  url.port = String(proxy.port);
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(url.href, limits) });
  onTestFinished(async () => {
    await proxy.close();
    await db.destroy();
  });
  return {
    db,
    kind: 'postgres' as const,
    url: url.href,
    /** Loses every message from now on, and leaves the connections open. */
    silence: () => (state = 'silent'),
    repair: () => (state = 'up'),
    /** Ends every connection, and refuses new ones. */
    cut() {
      state = 'cut';
      proxy.cut();
    },
  };
}
