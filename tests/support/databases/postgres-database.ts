// Creates a PostgreSQL database for a test, and drops it.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/**
 * Creates a PostgreSQL database on the server of `url`.
 * @param template the database to copy, by default an empty one
 */
export async function createPostgresDatabase(
  url: string,
  { name = `test_${randomBytes(6).toString('hex')}`, template = 'template1' } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const asAdmin = async (statement: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await asAdmin(`create database ${name} template ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}
