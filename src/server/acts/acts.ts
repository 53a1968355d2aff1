// What the owner did, once each: a use case records its act in its own transaction, so that the act and what it changed
// are written together or not at all. A form that is sent twice happens once, and finds the result of the first time.
import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { crashAt } from '../platform/crash-points.ts';
import type { Database, DeskActTable, Schema } from '../platform/database/schema.ts';

/** What the owner can do. */
export type ActKind =
  | 'answer'
  | 'availability'
  | 'correct'
  | 'correct address'
  | 'delete account'
  | 'export'
  | 'hide'
  | 'making'
  | 'note'
  | 'refund'
  | 'remove picture'
  | 'resend'
  | 'send'
  | 'send several'
  | 'show'
  | 'undo';

/** An act that is about to happen. */
export interface Act {
  /** Fixed when the form is drawn: a UUID. */
  id: string;
  kind: ActKind;
  /** An e-mail address, or 'command line'. */
  actor: string;
  /** An order, or a payment that became none. */
  orderId?: string;
}

/** The act that a use case performs. */
export interface Doing {
  act: Act;
  /** The revision of what the form showed. At any other one nothing is done. */
  rev?: number | undefined;
}

/** Returns a new act of the command line. */
export function byCommand(kind: ActKind, orderId?: string): Doing {
  return { act: { id: randomUUID(), kind, actor: 'command line', ...(orderId && { orderId }) } };
}

/** An act that has happened. `result` is what the use case stored. */
export interface DoneAct extends Omit<Selectable<DeskActTable>, 'result' | 'kind'> {
  kind: ActKind;
  result: unknown;
}

/** The id of the act was used for something else: another kind, order or person. Nothing was written. */
export class ForeignAct extends Error {
  override readonly name = 'ForeignAct';
}

export interface ActParts {
  db: Database;
  clock: () => Date;
}

/** Runs a transaction of an act. */
export async function inTransaction<Result>(
  { db, clock }: ActParts,
  run: (trx: Transaction<Schema>, now: Date) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction().execute(async (trx) => {
    const ran = await run(trx, clock());
    crashAt('act:before-commit');
    return ran;
  });
  crashAt('act:after-commit');
  return result;
}

/** Records an act in the transaction of what it changes. `result` must be JSON. */
export async function recordAct(
  trx: Transaction<Schema>,
  now: Date,
  { id, kind, actor, orderId }: Act,
  result: unknown,
): Promise<void> {
  const row = {
    id,
    kind,
    actor,
    order_id: orderId ?? null,
    result: JSON.stringify(result ?? null),
  };
  await trx
    .insertInto('desk_act')
    .values({ ...row, at: now.toISOString() })
    .execute();
}

/**
 * Resolves to the act with this id if it has happened. Throws ForeignAct if that was another one. Call it in the
 * transaction, after the row that the act changes is locked: of two at once, the second then finds the first.
 */
export async function findDone(
  db: Database,
  { id, kind, actor, orderId }: Act,
): Promise<DoneAct | undefined> {
  const done = await readAct(db, id);
  if (done === undefined) return undefined;
  const isSame = done.kind === kind && done.actor === actor && done.order_id === (orderId ?? null);
  if (!isSame) throw new ForeignAct(`the act ${id} was ${done.kind}`);
  return done;
}

/** Replaces the result of an act, or removes the act, unless its result has changed since it was `before`. */
export async function changeResult(
  db: Database,
  id: string,
  before: unknown,
  after?: unknown,
): Promise<void> {
  const old = JSON.stringify(before);
  if (after === undefined) {
    await db.deleteFrom('desk_act').where('id', '=', id).where('result', '=', old).execute();
    return;
  }
  await db
    .updateTable('desk_act')
    .set({ result: JSON.stringify(after) })
    .where('id', '=', id)
    .where('result', '=', old)
    .execute();
}

/** Resolves to the act with this id; undefined if there is none. */
export async function readAct(db: Database, id: string): Promise<DoneAct | undefined> {
  const row = await db.selectFrom('desk_act').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toDoneAct(row);
}

/** More than an order can have unless something is wrong. */
const MOST_ACTS = 200;

/** Resolves to what was done with orders, or with payments that became none: the newest acts, oldest first. */
export async function listActs(db: Database, ...about: string[]): Promise<DoneAct[]> {
  const rows = await db
    .selectFrom('desk_act')
    .selectAll()
    .where('order_id', 'in', about)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_ACTS)
    .execute();
  return rows.map(toDoneAct).toReversed();
}

/** Resolves to how often this was done with an order since a time. */
export async function countActs(
  db: Database,
  orderId: string,
  kind: ActKind,
  since: Date,
): Promise<number> {
  const { acts } = await db
    .selectFrom('desk_act')
    .select((eb) => eb.fn.countAll<number | string>().as('acts'))
    .where('order_id', '=', orderId)
    .where('at', '>', since.toISOString())
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(acts);
}

function toDoneAct({ kind, result, ...row }: Selectable<DeskActTable>): DoneAct {
  return { ...row, kind: kind as ActKind, result: JSON.parse(result) as unknown };
}
