// What the owner did, once each: a use case records its act in its own transaction, so that the act and what it changed
// are written together or not at all. A form that is sent twice happens once, and finds the result of the first time.
import type { Selectable, Transaction } from 'kysely';
import { crashAt } from '../platform/crash-points.ts';
import type { Database, DeskActTable, Schema } from '../platform/database/schema.ts';

/** What the owner can do. */
export type ActKind =
  | 'answer'
  | 'availability'
  | 'correct'
  | 'correct address'
  | 'correct e-mail'
  | 'delete account'
  | 'export'
  | 'hide'
  | 'invite'
  | 'late'
  | 'late all'
  | 'make again'
  | 'making'
  | 'note'
  | 'recovery codes'
  | 'refund'
  | 'remove person'
  | 'remove picture'
  | 'resend'
  | 'send'
  | 'send several'
  | 'settle mail'
  | 'show'
  | 'sign out'
  | 'undo';

/** An e-mail about an act waits for so long, in milliseconds, so that the act can be undone before anybody reads of it. */
export const UNDO_MS = 10 * 60_000;

/** An act that is about to happen. */
export interface Act {
  /** Fixed when the form is drawn: a UUID. */
  id: string;
  kind: ActKind;
  /** An e-mail address. */
  actor: string;
  /** An order, a payment, a review, a picture as 'REVIEW/PICTURE', a person of the desk, or 'shop'. */
  subject?: string | undefined;
  /** SHA-256 of what the form says; '' without a form. */
  digest: string;
  /** The revision of what the form showed. At any other one nothing is done. */
  rev?: number | undefined;
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
  { id, kind, actor, subject, digest }: Act,
  result: unknown,
): Promise<void> {
  const about = { subject: subject ?? null, digest, result: JSON.stringify(result ?? null) };
  await trx
    .insertInto('desk_act')
    .values({ id, kind, actor, at: now.toISOString(), ...about })
    .execute();
}

/** Why an act that has happened does nothing more: it said something else, or what it came to is erased. */
export type DoneOtherwise = { outcome: 'other content' } | { outcome: 'changed meanwhile' };

/**
 * Resolves to what the act with this id came to if it has happened. Throws ForeignAct if it was of another kind, person
 * or subject. Call it in the transaction, after the row that the act changes is locked: of two at once, the second then
 * finds the first.
 */
export async function findDone<Result>(
  db: Database,
  { id, kind, actor, subject, digest }: Act,
): Promise<Result | DoneOtherwise | undefined> {
  const done = await readAct(db, id);
  if (done === undefined) return undefined;
  const isOwn = done.kind === kind && done.actor === actor && done.subject === (subject ?? null);
  if (!isOwn) throw new ForeignAct(`the act ${id} was ${done.kind}`);
  // Erased with the person.
  if (done.result === null) return { outcome: 'changed meanwhile' };
  return done.digest === digest ? (done.result as Result) : { outcome: 'other content' };
}

/** What makes an act history: a later one of these kinds about the same subject. */
const replacedBy: Readonly<Partial<Record<ActKind, readonly ActKind[]>>> = {
  answer: ['answer'],
  availability: ['availability'],
  correct: ['correct', 'undo', 'make again'],
  'correct address': ['correct address'],
  'correct e-mail': ['correct e-mail'],
  hide: ['show'],
  late: ['late', 'make again'],
  'late all': ['late', 'make again'],
  'make again': ['late', 'send'],
  making: ['making'],
  note: ['note'],
  send: ['undo', 'make again'],
  'send several': ['undo', 'make again'],
  show: ['hide'],
  undo: ['send'],
};

/** Returns whether what an act did was changed since. `acts`: those about its subject, or its subjects. */
export function isReplaced({ kind, at }: DoneAct, acts: readonly DoneAct[]): boolean {
  return acts.some((later) => later.at > at && replacedBy[kind]?.includes(later.kind));
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

/** Resolves to what was done with these subjects: the newest acts, oldest first. */
export async function listActs(db: Database, ...about: string[]): Promise<DoneAct[]> {
  const rows = await db
    .selectFrom('desk_act')
    .selectAll()
    .where('subject', 'in', about)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_ACTS)
    .execute();
  return rows.map(toDoneAct).toReversed();
}

/** Resolves to how often this was done with a subject since a time. */
export async function countActs(
  db: Database,
  subject: string,
  kind: ActKind,
  since: Date,
): Promise<number> {
  const { acts } = await db
    .selectFrom('desk_act')
    .select((eb) => eb.fn.countAll<number | string>().as('acts'))
    .where('subject', '=', subject)
    .where('at', '>', since.toISOString())
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(acts);
}

function toDoneAct({ kind, result, ...row }: Selectable<DeskActTable>): DoneAct {
  return { ...row, kind: kind as ActKind, result: JSON.parse(result) as unknown };
}
