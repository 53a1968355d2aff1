// What all tests of a run share: one PostgreSQL server, and a migrated, empty template of each database to copy. Each is
// created when the first test asks for it, so a run that needs none does not wait.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/server/platform/database/migrate.ts';
import { openDatabase } from '../../../src/server/platform/database/open.ts';
import type { DatabaseSettings } from '../../../src/server/platform/database/open.ts';
import { startPostgres } from './postgres.ts';
import { createPostgresDatabase } from './postgres-database.ts';

/** The environment variable with the address of this server. The workers of a run inherit it. */
const ADDRESS = 'TEST_DATABASES';

/** The name of the migrated PostgreSQL database. */
export const TEMPLATE = 'maalai_template';

type Kind = 'sqliteFile' | 'postgresUrl';

async function makeMigrated(database: DatabaseSettings): Promise<void> {
  const { db, kind, close } = await openDatabase(database);
  await migrate(db, kind, () => new Date());
  await close();
}

/** Serves the databases to the tests of a run: the global setup of both runners. Resolves to what stops and removes it. */
export default async function serveDatabases(): Promise<() => Promise<void>> {
  const running = new AsyncDisposableStack();

  async function sqliteFile(): Promise<string> {
    const directory = mkdtempSync(join(tmpdir(), 'maalai-template-'));
    running.defer(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'maalai.sqlite');
    await makeMigrated({ kind: 'sqlite', file });
    return file;
  }

  async function postgresUrl(): Promise<string> {
    const cluster = await startPostgres();
    running.defer(() => cluster.stop());
    const { url } = await createPostgresDatabase(cluster.url, { name: TEMPLATE });
    await makeMigrated({ kind: 'postgres', url });
    return cluster.url;
  }

  const makers = { sqliteFile, postgresUrl };
  const made: Partial<Record<Kind, Promise<string>>> = {};
  const server = createServer((request, response) => {
    const kind = request.url?.slice(1) as Kind;
    (made[kind] ??= makers[kind]()).then(
      (text) => response.end(text),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running.defer(() => void server.close().closeAllConnections());
  return () => running.disposeAsync();
}

/** Resolves once the database exists. A missing PostgreSQL is an error, never a reason to skip a test. */
async function load(kind: Kind): Promise<string> {
  const response = await fetch(`${process.env[ADDRESS]}/${kind}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Resolves to the file of a migrated, empty SQLite database that no process has open. */
export const sqliteTemplate = () => load('sqliteFile');
/** Resolves to the URL of the maintenance database of a PostgreSQL server that also has the database TEMPLATE. */
export const postgresUrl = () => load('postgresUrl');
