// What all tests of a run share: one PostgreSQL, and of both databases a migrated, empty one to copy. Each is made
// when the first test asks for it, so a run that needs none waits for none.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/server/database/migrate.ts';
import { openDatabase } from '../../../src/server/database/open-database.ts';
import type { DatabaseSettings } from '../../../src/server/database/open-database.ts';
import { startPostgres } from './postgres.ts';
import { createPostgresDatabase } from './postgres-database.ts';

/** The workers of a run inherit the environment of the process that started them. */
const ADDRESS = 'TEST_DATABASES';

/** The name of the migrated PostgreSQL database. */
export const TEMPLATE = 'maalai_template';

/** What is shared: the migrated file of SQLite, and the address of PostgreSQL's maintenance database. */
type Kind = 'sqliteFile' | 'postgresUrl';

async function makeMigrated(database: DatabaseSettings): Promise<void> {
  const { db, kind, close } = await openDatabase(database);
  await migrate(db, kind, () => new Date());
  await close();
}

/** Begins to serve the tests of a run. What comes back ends all that was made for them. */
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

/** Asks for it, and waits until it is made. No PostgreSQL is an error, never a reason to skip a test. */
async function ask(kind: Kind): Promise<string> {
  const answer = await fetch(`${process.env[ADDRESS]}/${kind}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** A migrated, empty SQLite database that nobody has open. */
export const sqliteTemplate = () => ask('sqliteFile');
/** The maintenance database of a PostgreSQL that also has the database TEMPLATE. */
export const postgresUrl = () => ask('postgresUrl');
