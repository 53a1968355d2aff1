// The owner as a program: does what the desk's forms do next to the running shops, through the same proxies, and remembers
// what was acknowledged.
import { Kysely } from 'kysely';
import type { Dialect } from 'kysely';
import { GenericSqliteDialect } from 'kysely-generic-sqlite';
import { keyId, keySecret } from '#support/payments/stand-in-client.ts';
import { newAct } from '#support/server/new-act.ts';
import { createPostgresDialect } from '../../src/server/platform/database/postgres.ts';
import type { Schema } from '../../src/server/platform/database/schema.ts';
import { createExecutor } from '../../src/server/platform/database/sqlite-executor.ts';
import type { Act as Form, ActKind } from '../../src/server/acts/acts.ts';
import { setAvailability } from '../../src/server/state/availability.ts';
import { listEvents, sumRefunds } from '../../src/server/orders/order-events.ts';
import { correctAddress, setMaking, writeNote } from '../../src/server/orders/change-order.ts';
import { UNDO_MS } from '../../src/server/acts/acts.ts';
import { sendOrder, undoSending } from '../../src/server/orders/send-order.ts';
import { createRazorpayClient } from '../../src/server/payments/razorpay.ts';
import { refundOrder } from '../../src/server/payments/refund.ts';
import { resendReceipt } from '../../src/server/orders/receipt.ts';
import type { Availability } from '../../src/shop/availability.ts';
import { readSnapshot } from '../../src/shop/order.ts';
import type { Purchase, ToldActs } from './shopper.ts';
import type { World } from './world.ts';

/** The amount of a partial refund, in paise. Less than any cart costs. */
export const PART = 10_000;

const kinds = {
  'mark as sent': 'send',
  'mark again': 'send',
  undo: 'undo',
  'correct the address': 'correct address',
  'mark as being made': 'making',
  'write a note': 'note',
  'send the receipt again': 'resend',
  'refund a part': 'refund',
  'refund all': 'refund',
} as const satisfies Record<string, ActKind>;
export type Act = keyof typeof kinds;
/** Their forms show the revision of the order. */
const showingRevision: ReadonlySet<ActKind> = new Set(['refund', 'making', 'note']);

/** The landmark of a corrected address. */
export const BLUE_GATE = 'The blue gate';
/** Returns the note that a form writes. */
export const noteOf = (act: string) => `Ring twice, ${act}`;

/** How long an e-mail waits for an undo here, in milliseconds: the desk's clock is behind by the rest. */
export const WAIT_MS = 400;

/** What the owner did with an order at the desk. A form is drawn once, and sent again until there is a response. */
interface Desk {
  forms: Map<Act, Form[]>;
  /** What the form of 'refund all' said was left, in paise. */
  left?: number;
  /** Marks that were undone. Their forms still show the first result. */
  undone: Set<Act>;
}

export type Owner = ReturnType<typeof openOwner>;
export type AvailabilityForm = ReturnType<Owner['drawAvailability']>;

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
  /** Paise. */
  amount: number;
}

/** Creates the owner of a world. */
export function openOwner(world: World) {
  const db = new Kysely<Schema>({ dialect: dialectOf(world) });
  const apiUrl = world.env['PAYMENT_API_URL'] ?? '';
  const provider = createRazorpayClient({ apiUrl, keyId, keySecret });
  const now = () => Date.now() + world.ahead();
  const parts = { db, provider, clock: () => new Date(now()) };
  const atDesk = { ...parts, clock: () => new Date(now() - UNDO_MS + WAIT_MS) };
  const desks = new Map<Purchase, Desk>();
  let parcels = 0;
  /** How often what can be ordered was to be set, which is its revision: each time, one of the two forms does it. */
  let settings = 0;

  /** Returns the forms of an act, drawn at the same time by two people, in turn. */
  function nextForm({ forms }: Desk, act: Act, { id, revision }: Stored): Form {
    const rev = showingRevision.has(kinds[act]) ? revision : undefined;
    const two = forms.get(act) ?? drawTwo(kinds[act], id, rev);
    forms.set(act, two.toReversed());
    return two[0]!;
  }

  /** Sends the form of an act. */
  async function send(act: Act, { id, snapshot, amount }: Stored, desk: Desk, form: Form) {
    switch (act) {
      case 'mark as sent':
      case 'mark again':
        parcels += 1;
        return sendOrder(atDesk, id, { courier: 'DTDC', trackingNumber: String(parcels) }, form);
      case 'undo':
        return undoSending(atDesk, id, form);
      case 'correct the address': {
        const address = { ...readSnapshot(snapshot).delivery, landmark: BLUE_GATE };
        return correctAddress(parts, id, address, form);
      }
      case 'mark as being made':
        return setMaking(parts, id, true, form);
      case 'write a note':
        return writeNote(parts, id, noteOf(form.id), form);
      case 'send the receipt again':
        return resendReceipt(parts, id, form);
      default:
        desk.left ??= amount - sumRefunds(await listEvents(db, id));
        const wanted = { amount: act === 'refund a part' ? PART : desk.left, reason: act };
        return refundOrder(parts, id, wanted, form);
    }
  }

  async function actAtDesk(act: Act, order: Stored, purchase: Purchase): Promise<void> {
    const desk: Desk = desks.get(purchase) ?? { forms: new Map(), undone: new Set() };
    desks.set(purchase, desk);
    const form = nextForm(desk, act, order);
    const { acts, parcels: parcelsTold, refunds } = purchase.memory;
    // Until a response is known, nobody knows whether the parcel counts. That nothing is sent says that the undo of
    // another form was first.
    if (act === 'undo') parcelsTold.clear();
    const result = await send(act, order, desk, form);
    rememberTold(acts, form, result);
    const isUndone = act !== 'undo' && desk.undone.has(act);
    if ('sent' in result && !isUndone) parcelsTold.add(result.sent.tracking_number ?? '');
    if (result.outcome === 'undone') for (const sent of desk.forms.keys()) desk.undone.add(sent);
    // Without its id, if a report on the whole payment recorded it first.
    if (result.outcome === 'refunded' && 'refundId' in result && result.refundId !== undefined) {
      refunds.add(result.refundId);
    }
  }

  return {
    [Symbol.asyncDispose]: () => db.destroy(),
    /** Performs the act on the order of a purchase, if the shop has one. Resolves to false if it has to be repeated. */
    async act(purchase: Purchase, act: Act): Promise<boolean> {
      try {
        const order = await db
          .selectFrom('shop_order')
          .select(['id', 'revision', 'snapshot', 'amount'])
          .where('provider_order_id', '=', purchase.paymentOrder ?? '')
          .executeTakeFirst();
        if (order) await actAtDesk(act, order, purchase);
        return true;
      } catch {
        return false;
      }
    },
    /** Opens the form of what can be ordered, at two desks. */
    drawAvailability(set: Availability) {
      const told: ToldActs = new Map();
      let two = drawTwo('availability', undefined, settings);
      settings += 1;
      return {
        set,
        /** The acts, one for each desk. */
        ids: two.map(({ id }) => id),
        told,
        /** Sends the form of one desk, then of the other. Resolves to false if it has to be repeated. */
        async send(): Promise<boolean> {
          two = two.toReversed();
          const form = two[0]!;
          try {
            rememberTold(told, form, await setAvailability(parts, set, form));
            return true;
          } catch {
            return false;
          }
        },
      };
    },
  };
}

function drawTwo(kind: ActKind, orderId: string | undefined, rev: number | undefined): Form[] {
  return [newAct(kind, orderId, rev), newAct(kind, orderId, rev)];
}

/** Outcomes after which the act is in the books. Whoever sends an order that was refunded has done nothing. */
const done = new Set(['sent', 'undone', 'corrected', 'saved', 'set']);

function rememberTold(
  acts: ToldActs,
  { id, kind }: Form,
  result: { outcome?: string; fresh?: boolean; refundId?: string | undefined },
): void {
  const { outcome = '' } = result;
  const isDone =
    kind === 'refund' ? outcome === 'refunded' : done.has(outcome) && result.fresh !== false;
  // Sent again, a form shows its first result. Of a refund, the amount that is left may have changed.
  const text = kind === 'refund' ? (result.refundId ?? '') : JSON.stringify(result);
  if (isDone || (acts.has(id) && kind !== 'refund')) {
    acts.set(id, { kind, told: new Set([...(acts.get(id)?.told ?? []), text]) });
  }
}
