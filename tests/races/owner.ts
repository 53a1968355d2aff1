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
import { byCommand } from '../../src/server/acts/acts.ts';
import type { ActKind, Doing } from '../../src/server/acts/acts.ts';
import { correctAddress } from '../../src/server/orders/change-order.ts';
import { sendOrder, UNDO_MS, undoSending } from '../../src/server/orders/send-order.ts';
import { createRazorpayClient } from '../../src/server/payments/razorpay.ts';
import { refundOrder } from '../../src/server/payments/refund.ts';
import { readSnapshot } from '../../src/shop/order.ts';
import type { Purchase } from './shopper.ts';
import type { World } from './world.ts';

/** The amount of a partial refund, in paise. Less than any cart costs. */
export const PART = 10_000;

/** On the command line, then at the desk. */
export type Act =
  | 'send'
  | 'refund a part'
  | 'refund all'
  | 'mark as sent'
  | 'undo'
  | 'mark again'
  | 'correct the address'
  | 'refund a part by form'
  | 'refund all by form';

const kinds = {
  'mark as sent': 'send',
  'mark again': 'send',
  undo: 'undo',
  'correct the address': 'correct address',
  'refund a part by form': 'refund',
  'refund all by form': 'refund',
} as const satisfies Partial<Record<Act, ActKind>>;
type DeskAct = keyof typeof kinds;

/** How long an e-mail waits for an undo here, in milliseconds: the desk's clock is behind by the rest. */
const WAIT_MS = 400;

/** What the owner did with an order at the desk. A form is drawn once, and sent again until there is a response. */
interface Desk {
  forms: Map<DeskAct, Doing[]>;
  /** Marks that were undone. Their forms still show the first result. */
  undone: Set<DeskAct>;
}

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

interface Stored {
  id: string;
  revision: number;
  snapshot: string;
}

/** Creates the owner of a world. */
export function openOwner(world: World): Owner {
  const { env } = world;
  const db = new Kysely<Schema>({ dialect: dialectOf(world) });
  const apiUrl = env['PAYMENT_API_URL'] ?? '';
  const provider = createRazorpayClient({ apiUrl, keyId, keySecret });
  const parts = { db, provider, clock: () => new Date() };
  const atDesk = { ...parts, clock: () => new Date(Date.now() - UNDO_MS + WAIT_MS) };
  const desks = new Map<Purchase, Desk>();
  let parcels = 0;

  const orderOf = ({ paymentOrder = '' }: Purchase) =>
    db
      .selectFrom('shop_order')
      .select(['id', 'revision', 'snapshot'])
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

  /** Returns the forms of an act, drawn at the same time by two people, in turn. */
  function nextForm({ forms }: Desk, act: DeskAct, { id, revision }: Stored): Doing {
    const drawn = () => byCommand(kinds[act], id);
    const rev = kinds[act] === 'refund' ? revision : undefined;
    const two = forms.get(act) ?? [drawn(), drawn()].map((form) => ({ ...form, rev }));
    forms.set(act, two.toReversed());
    return two[0]!;
  }

  async function actAtDesk(act: DeskAct, order: Stored, purchase: Purchase): Promise<void> {
    const desk = desks.get(purchase) ?? { forms: new Map(), undone: new Set() };
    desks.set(purchase, desk);
    const doing = nextForm(desk, act, order);
    const { memory } = purchase;
    switch (act) {
      case 'mark as sent':
      case 'mark again': {
        parcels += 1;
        const dispatch = { courier: 'DTDC', trackingNumber: String(parcels) };
        const isUndoable = true;
        const sending = await sendOrder(atDesk, order.id, dispatch, { ...doing, isUndoable });
        if (sending.outcome !== 'sent' || desk.undone.has(act)) return;
        memory.parcels.add(sending.sent.tracking_number ?? '');
        return;
      }
      case 'undo': {
        // Until the response is known, nobody knows whether the parcel counts.
        const before = [...memory.parcels];
        memory.parcels.clear();
        const { outcome } = await undoSending(atDesk, order.id, doing);
        if (outcome !== 'undone') return before.forEach((parcel) => memory.parcels.add(parcel));
        for (const sent of desk.forms.keys()) desk.undone.add(sent);
        memory.undone += 1;
        return;
      }
      case 'correct the address': {
        const { delivery } = readSnapshot(order.snapshot);
        const address = { ...delivery, landmark: 'The blue gate' };
        const correction = await correctAddress(parts, order.id, address, doing);
        memory.isCorrected ||= correction.outcome === 'corrected';
        return;
      }
      default: {
        const amount = act === 'refund a part by form' ? PART : undefined;
        const refunding = await refundOrder(parts, order.id, { amount, reason: act }, doing);
        if (refunding.outcome === 'refunded') memory.refunds.add(refunding.refundId ?? '');
      }
    }
  }

  return {
    close: () => db.destroy(),
    async act(purchase, act) {
      try {
        const order = await orderOf(purchase);
        if (order === undefined) return true;
        if (act in kinds) await actAtDesk(act as DeskAct, order, purchase);
        else if (act === 'send') await send(order.id, purchase);
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
