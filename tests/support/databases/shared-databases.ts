// What all tests of a run share: one PostgreSQL server, and a migrated, empty template of each database to copy. Each is
// created when the first test asks for it, so a run that needs none does not wait.
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

/** What is shared: the file of the SQLite template, and the URL of PostgreSQL's maintenance database. */
type Kind = 'sqliteFile' | 'postgresUrl';

async function makeMigrated(database: DatabaseSettings): Promise<void> {
  const { db, kind, close } = await openDatabase(database);
  await migrate(db, kind, () => new Date());
  await close();
}

/** Serves the databases to the tests of a run. Resolves to a function that stops and removes everything. */
export async function serveDatabases(): Promise<() => Promise<void>> {
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
    const result = (made[kind] ??= makers[kind]());
    result.then(
      (text) => response.end(text),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return () => running.disposeAsync();
}

/** Resolves once the database exists. A missing PostgreSQL is an error, never a reason to skip a test. */
async function ask(kind: Kind): Promise<string> {
  const response = await fetch(`${process.env[ADDRESS]}/${kind}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Resolves to the file of a migrated, empty SQLite database that no process has open. */
export const sqliteTemplate = () => ask('sqliteFile');
/** Resolves to the URL of the maintenance database of a PostgreSQL server that also has the database TEMPLATE. */
export const postgresUrl = () => ask('postgresUrl');
