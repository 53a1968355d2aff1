// A fresh PostgreSQL database for whoever needs one, and its end.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/**
 * Makes a PostgreSQL database beside the one at `url`.
 * @param template the database that it is a copy of; empty without it
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
