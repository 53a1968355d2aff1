// Stores sessions under a hash of the cookie's token, so that a copy of the database signs nobody in, and ends
// them after ninety days however often they are extended.
import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import type { DBAdapter, Where } from 'better-auth/adapters';

/** Counted from the sign-in. */
const LONGEST_SESSION_MS = 90 * 86_400_000;

interface SessionRow {
  createdAt: Date;
  expiresAt: Date;
}

/** A better-auth plugin: `init` may replace the database adapter. */
export const sessionStore = {
  id: 'session-store',
  init: ({ adapter }) => ({ context: { adapter: withSessionRules(adapter) } }),
} satisfies BetterAuthPlugin;

function withSessionRules(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...sessionRules(adapter),
    transaction: (work) => adapter.transaction((trx) => work({ ...trx, ...sessionRules(trx) })),
  };
}

type Queries = Pick<
  DBAdapter,
  'create' | 'findOne' | 'findMany' | 'update' | 'delete' | 'deleteMany' | 'updateMany'
>;

/** Returns better-auth's queries with hashes in place of tokens: it uses tokens, the database has their hashes. */
function sessionRules(adapter: Queries): Queries {
  return {
    async create<T extends Record<string, unknown>, R = T>(
      query: Parameters<typeof adapter.create<T, R>>[0],
    ): Promise<R> {
      const { token }: { token?: unknown } = query.data;
      if (query.model !== 'session' || typeof token !== 'string') return adapter.create(query);
      const data = { ...query.data, token: hashToken(token) };
      return { ...(await adapter.create<T, R>({ ...query, data })), token };
    },
    async findOne(query) {
      return withToken(query, await adapter.findOne(hashed(query)));
    },
    findMany: (query) => adapter.findMany(hashed(query)),
    async update<T>(query: { model: string; where: Where[]; update: Record<string, unknown> }) {
      const { expiresAt } = query.update;
      if (query.model !== 'session' || !(expiresAt instanceof Date)) {
        return withToken(query, await adapter.update<T>(hashed(query)));
      }
      const session = await adapter.findOne<T & SessionRow>(hashed(query));
      if (!session) return null;
      const end = new Date(session.createdAt.getTime() + LONGEST_SESSION_MS);
      if (session.expiresAt >= end) return withToken(query, session);
      const update = { ...query.update, expiresAt: expiresAt < end ? expiresAt : end };
      return withToken(query, await adapter.update<T>(hashed({ ...query, update })));
    },
    updateMany: (query) => adapter.updateMany(hashed(query)),
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
  };
}

/** Returns the query with hashes in place of tokens. */
function hashed<Q extends { model: string; where?: Where[] | undefined }>(query: Q): Q {
  if (query.model !== 'session' || !query.where) return query;
  return { ...query, where: query.where.map(hashedCondition) };
}

function hashedCondition(condition: Where): Where {
  const { field, value } = condition;
  if (field !== 'token') return condition;
  const tokens = Array.isArray(value) ? value : [value];
  const hashes = tokens.map((token) => hashToken(String(token)));
  return { ...condition, value: Array.isArray(value) ? hashes : hashes[0]! };
}

/** Returns the row with the token that the query searched for: better-auth reads it from there. */
function withToken<T>(query: { model: string; where: Where[] }, row: T | null): T | null {
  if (query.model !== 'session' || row === null) return row;
  const condition = query.where.find(({ field }) => field === 'token');
  return condition ? { ...row, token: condition.value } : row;
}

/** Returns the hash that the database stores. A token has 190 random bits, so the hash need not be slow. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
