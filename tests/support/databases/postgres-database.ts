// A fresh PostgreSQL database for whoever needs one, and its end.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Makes an empty PostgreSQL database beside the one at `url`. */
export async function createPostgresDatabase(
  url: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const asAdmin = async (statement: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await asAdmin(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}
