// A PostgreSQL database behind a TCP proxy that can be silenced, cut and repaired.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import {
  createPostgresDialect,
  TIME_LIMITS,
} from '../../../src/server/platform/database/postgres.ts';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import { createPostgresDatabase } from '../databases/postgres-database.ts';
import { postgresUrl, TEMPLATE } from '../databases/shared-databases.ts';

/** Opens a new migrated, empty database, which is dropped when the test ends. */
export async function openBehindProxy(limits = TIME_LIMITS) {
  const own = await createPostgresDatabase(await postgresUrl(), { template: TEMPLATE });
  onTestFinished(() => own.drop());
  const url = new URL(own.url);
  const target = { port: Number(url.port), host: url.hostname };
  const sockets = new Set<Socket>();
  let state: 'up' | 'silent' | 'cut' = 'up';
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    if (state === 'cut') return void near.destroy();
    const far = connect(target);
    far.on('error', () => undefined);
    const forward = (from: Socket, to: Socket) =>
      from.on('data', (bytes) => void (state === 'up' && to.write(bytes)));
    forward(near, far);
    forward(far, near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.port = String((server.address() as AddressInfo).port);
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(url.href, limits) });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await db.destroy();
  });
  return {
    db,
    kind: 'postgres' as const,
    url: url.href,
    silence: () => (state = 'silent'),
    repair: () => (state = 'up'),
    cut: () => {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
  };
}
