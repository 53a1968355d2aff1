// /healthz: the process runs. /readyz: the shop can accept an order, that is, its database responds and
// payments can be made.
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { AppParts } from '../../app-parts.ts';
import { problem } from './problem.ts';
import type { ServerEnv } from './server-env.ts';

const LIMIT_MS = 1_000;

/** Returns the two health routes. */
export function healthRoutes({ db, canPay }: Pick<AppParts, 'db' | 'canPay'>): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/healthz', (c) => c.json({ status: 'ok' }));
  routes.get('/readyz', async (c) => {
    const [database, payments] = await Promise.all([
      inTime(sql`select 1`.execute(db).then(() => true)),
      inTime(canPay()),
    ]);
    if (database && payments) return c.json({ status: 'ok' });
    const missing = [!database && 'the database', !payments && 'payments'].filter(Boolean);
    const detail = `Not ready: ${missing.join(' and ')} cannot serve.`;
    return problem(503, detail, { database, payments }, { 'Retry-After': '5' });
  });
  return routes;
}

async function inTime(check: Promise<boolean>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, LIMIT_MS, false);
  try {
    return await Promise.race([check, tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
