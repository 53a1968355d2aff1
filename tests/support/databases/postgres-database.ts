// Creates a PostgreSQL database for a test, and drops it.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Resolves to the result of `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // A server that is killed meanwhile fails the query.
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

/**
 * Creates a PostgreSQL database on the server of `url`.
 * @param template the database to copy, by default an empty one
 */
export async function createPostgresDatabase(
  url: string,
  { name = `test_${randomBytes(6).toString('hex')}`, template = 'template1' } = {},
) {
  const asAdmin = (statement: string) => withClient(url, (client) => client.query(statement));
  await asAdmin(`create database ${name} template ${template}`);
  const own = Object.assign(new URL(url), { pathname: `/${name}` });
  const drop = async () => void (await asAdmin(`drop database if exists ${name} with (force)`));
  return { url: own.href, drop };
}
