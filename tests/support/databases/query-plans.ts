// What the database does for a query, in the words of its own planner.
import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../src/server/database/schema.ts';
import type { OpenDatabase } from '../../../src/server/database/open-database.ts';

/** The database, and every query that was built with it by its text: with the values of the first one. */
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

/** The steps of the plan, one a line. */
export async function explain(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  { sql, parameters }: CompiledQuery,
): Promise<string> {
  const asked = kind === 'sqlite' ? `explain query plan ${sql}` : `explain ${sql}`;
  const { rows } = await db.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(asked, [...parameters]),
  );
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
}
