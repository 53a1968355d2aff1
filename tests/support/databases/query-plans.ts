// Records queries and reads their query plans.
import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import type { OpenDatabase } from '../../../src/server/platform/database/open.ts';

/** Returns the database, and the queries that are built with it: the first one of each SQL text, by that text. */
export function watch(db: Kysely<Schema>) {
  const queries = new Map<string, CompiledQuery>();
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      const query = db.getExecutor().compileQuery(node, queryId);
      if (!queries.has(query.sql)) queries.set(query.sql, query);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { db: watched, queries };
}

/** Resolves to the steps of the plan, one per line. */
export async function explain(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  { sql, parameters }: CompiledQuery,
): Promise<string> {
  const statement = kind === 'sqlite' ? `explain query plan ${sql}` : `explain ${sql}`;
  const { rows } = await db.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(statement, [...parameters]),
  );
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
}
