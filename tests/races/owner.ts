// The owner as a program: sends and refunds orders next to the running shops, through the same proxies, and remembers what
// was acknowledged.
import { Kysely } from 'kysely';
import type { Dialect } from 'kysely';
import { GenericSqliteDialect } from 'kysely-generic-sqlite';
import { runCommand as runOwnersCommand } from '#support/server/spawn-node.ts';
import { keyId, keySecret } from '#support/payments/stand-in-client.ts';
import { createPostgresDialect } from '../../src/server/platform/database/postgres.ts';
import type { Schema } from '../../src/server/platform/database/schema.ts';
import { createExecutor } from '../../src/server/platform/database/sqlite-executor.ts';
import { sendOrder } from '../../src/server/orders/send-order.ts';
import { createRazorpayClient } from '../../src/server/payments/razorpay.ts';
import { refundOrder } from '../../src/server/payments/refund.ts';
import type { Purchase } from './shopper.ts';
import type { World } from './world.ts';

/** The amount of a partial refund, in paise. Less than any cart costs. */
export const PART = 10_000;

export type Act = 'send' | 'refund a part' | 'refund all';

export interface Owner {
  /** Performs the act on the order of a purchase, if the shop has one. Resolves to false if it has to be repeated. */
  act(purchase: Purchase, act: Act): Promise<boolean>;
  close(): Promise<void>;
}

/** Milliseconds. Waiting for SQLite's lock blocks this process, and with it the test that holds the lock. */
const LOCK_MS = 100;

function dialectOf({ env, database }: World): Dialect {
  if (database.kind === 'postgres') return createPostgresDialect(env['DATABASE_URL'] ?? '');
  return new GenericSqliteDialect(() => createExecutor(database.file, LOCK_MS));
}

/** Creates the owner of a world. */
export function openOwner(world: World): Owner {
  const { env } = world;
  const db = new Kysely<Schema>({ dialect: dialectOf(world) });
  const apiUrl = env['PAYMENT_API_URL'] ?? '';
  const provider = createRazorpayClient({ apiUrl, keyId, keySecret });
  const parts = { db, provider, clock: () => new Date() };
  let parcels = 0;

  const orderOf = ({ paymentOrder = '' }: Purchase) =>
    db
      .selectFrom('shop_order')
      .select('id')
      .where('provider_order_id', '=', paymentOrder)
      .executeTakeFirst();

  async function send(orderId: string, { memory }: Purchase): Promise<void> {
    parcels += 1;
    const dispatch = { courier: 'DTDC', trackingNumber: String(parcels) };
    const sending = await sendOrder(parts, orderId, dispatch);
    if (sending.outcome === 'sent') memory.parcels.add(sending.sent.tracking_number ?? '');
  }

  async function refund(orderId: string, { memory }: Purchase, amount?: number): Promise<void> {
    // It is refused if the provider has a refund that the shop does not know yet, so there is less left to refund.
    const refunding = await refundOrder(parts, orderId, { amount });
    if (refunding.outcome === 'refunded') memory.refunds.add(refunding.refundId ?? '');
  }

  return {
    close: () => db.destroy(),
    async act(purchase, act) {
      try {
        const order = await orderOf(purchase);
        if (order === undefined) return true;
        if (act === 'send') await send(order.id, purchase);
        else await refund(order.id, purchase, act === 'refund a part' ? PART : undefined);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Runs a command of the owner next to the shop. Resolves to its exit code. */
export async function runCommand(
  { env, shops }: Pick<World, 'env' | 'shops'>,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<number | null> {
  const dataDir = shops[0]?.dataDir ?? '';
  const environment = { DATA_DIR: dataDir, ...env, ...more };
  const { code } = await runOwnersCommand(args, environment);
  return code;
}
