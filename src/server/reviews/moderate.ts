// What the owner does with reviews: lists them, hides one from everybody, shows it again, answers it.
import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { findDone, inTransaction, recordAct, UNDO_MS } from '../acts/acts.ts';
import type { Act, ActParts, DoneOtherwise } from '../acts/acts.ts';
import { removeUnsent, enqueueMail } from '../mail/outbox.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database, ReviewTable, Schema } from '../platform/database/schema.ts';
import { selectRange } from './list-reviews.ts';
import { changeReview, readImages, shownColumns } from './review-rows.ts';

/** 'unchanged': it was hidden, or shown, before. */
export type Moderation = 'changed' | 'unchanged' | 'unknown' | DoneOtherwise['outcome'];

/**
 * Resolves to the newest shown reviews, or to the hidden ones, the last hidden one first.
 * @param before time and id of a review, as '2026-11-15T09:30:00.000Z an-id': only those that were written, or hidden, earlier
 */
export async function listModerated(
  db: Database,
  {
    productId,
    isHidden,
    limit,
    before,
  }: { productId?: string; isHidden: boolean; limit: number; before?: string | undefined },
) {
  const [at = '', id = ''] = before?.split(' ') ?? [];
  const after = before === undefined ? undefined : { created_at: at, id, helpful_votes: 0 };
  const query = isHidden
    ? db
        .selectFrom('review')
        .where('hidden_at', 'is not', null)
        .$if(productId !== undefined, (all) => all.where('product_id', '=', productId ?? ''))
        .$if(before !== undefined, (all) =>
          all.where((eb) => eb(eb.refTuple('hidden_at', 'id'), '<', eb.tuple(at, id))),
        )
        .orderBy('hidden_at', 'desc')
        .orderBy('id', 'desc')
    : selectRange(db, { productId, order: 'recent' }, after);
  const columns = [
    ...shownColumns,
    'answered_at',
    'hidden_at',
    'hidden_reason',
    'hidden_by',
  ] as const;
  return query.select(columns).limit(limit).execute();
}

export type ModeratedReview = Awaited<ReturnType<typeof listModerated>>[number];

/** Resolves to the number of hidden reviews. */
export async function countHidden(db: Database): Promise<number> {
  const { reviews } = await db
    .selectFrom('review')
    .select((eb) => eb.fn.countAll<number | string>().as('reviews'))
    .where('hidden_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(reviews);
}

/**
 * Hides a review with its pictures from everybody; its author gets an e-mail with the reason unless it is shown again
 * first, and the counts follow. A review that is hidden keeps its first reason. Throws ForeignAct.
 */
export function hideReview(
  parts: ActParts,
  id: string,
  reason: string,
  act: Act,
): Promise<Moderation> {
  return moderate(parts, id, act, async (trx, now, review) => {
    const at = now.toISOString();
    const hidden = { hidden_at: at, hidden_reason: reason, hidden_by: act.actor };
    if (!(await changeShown(trx, review, hidden))) return 'unchanged';
    const author = await trx
      .selectFrom('user')
      .select('email')
      .where('id', '=', review.user_id)
      .executeTakeFirst();
    if (author) {
      const productName = findProduct(review.product_id)?.name ?? 'A former product';
      const facts = { email: author.email, productName, reason, hiddenAt: at };
      const dedupeKey = hiddenKey(id, at);
      const notBefore = new Date(now.getTime() + UNDO_MS);
      await enqueueMail(trx, now, [
        { kind: 'review-hidden', dedupeKey, recipient: author.email, facts, notBefore },
      ]);
    }
    return 'changed';
  });
}

/** Shows a hidden review with its pictures again; the counts follow. Throws ForeignAct. */
export function showReview(parts: ActParts, id: string, act: Act): Promise<Moderation> {
  return moderate(parts, id, act, async (trx, _now, review) => {
    const shown = { hidden_at: null, hidden_reason: null, hidden_by: null };
    if (!(await changeShown(trx, review, shown))) return 'unchanged';
    // It waits, or the mail server is away, and what it says is not so any more.
    await removeUnsent(trx, hiddenKey(id, review.hidden_at));
    return 'changed';
  });
}

/** Returns the key of the e-mail to the author of a review that was hidden at that time. */
function hiddenKey(id: string, at: string | null): string {
  return `review:${id}:hidden:${at}`;
}

/**
 * Publishes the owner's answer to a review, or takes it back if it is empty. Throws ForeignAct.
 * @param since when the answer was given that the form showed; null: none. With another one, or if it is hidden, nothing
 * is written.
 */
export function respondToReview(
  parts: ActParts,
  id: string,
  response: string,
  since: string | null,
  act: Act,
): Promise<Moderation> {
  return moderate(parts, id, act, async (trx, now, review) => {
    if (review.answered_at !== since || review.hidden_at !== null) return 'changed meanwhile';
    const given = response === '' ? null : response;
    const changed = await trx
      .updateTable('review')
      .set({ answer: given, answered_at: given === null ? null : now.toISOString() })
      .where('id', '=', id)
      .where(sql<boolean>`answer is distinct from ${given}`)
      .returning('id')
      .executeTakeFirst();
    return changed === undefined ? 'unchanged' : 'changed';
  });
}

/** Removes a picture of a review. Throws ForeignAct. */
export function removePicture(
  parts: ActParts,
  id: string,
  name: string,
  act: Act,
): Promise<Moderation> {
  return moderate(parts, id, act, async (trx, _now, review) => {
    const images = readImages(review);
    const left = images.filter((image) => image !== name);
    if (left.length === images.length) return 'unchanged';
    await trx
      .updateTable('review')
      .set({ images: JSON.stringify(left) })
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('hidden_picture').where('name', '=', name).execute();
    await trx.deleteFrom('review_picture').where('name', '=', name).execute();
    return 'changed';
  });
}

type Moderated = Pick<
  Selectable<ReviewTable>,
  'id' | 'user_id' | 'product_id' | 'rating' | 'images' | 'answered_at' | 'hidden_at'
>;

/** Does something with a review, which is locked with its author, once per act. */
async function moderate(
  parts: ActParts,
  id: string,
  act: Act,
  change: (trx: Transaction<Schema>, now: Date, review: Moderated) => Promise<Moderation>,
): Promise<Moderation> {
  return inTransaction(parts, async (trx, now): Promise<Moderation> => {
    const find = trx.selectFrom('review').select('user_id').where('id', '=', id);
    const author = (await find.executeTakeFirst())?.user_id;
    if (author !== undefined) await lockAccount(trx, author);
    // Itself too, because an earlier one has no account. An update that changes nothing locks on both databases.
    const review = await trx
      .updateTable('review')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', id)
      .returning(['id', 'user_id', 'product_id', 'rating', 'images', 'answered_at', 'hidden_at'])
      .executeTakeFirst();
    const done = await findDone<{ outcome: Moderation }>(trx, act);
    if (done) return done.outcome;
    if (review === undefined) return 'unknown';
    const outcome = await change(trx, now, review);
    if (outcome === 'changed') await recordAct(trx, now, act, { outcome });
    return outcome;
  });
}

type Hidden = Pick<Selectable<ReviewTable>, 'hidden_at' | 'hidden_reason' | 'hidden_by'>;

/** Resolves to false if it was hidden, or shown, before. */
function changeShown(
  trx: Transaction<Schema>,
  review: Moderated,
  hidden: Hidden,
): Promise<boolean> {
  const isHiding = hidden.hidden_at !== null;
  return changeReview(trx, review, isHiding ? -1 : 1, async () => {
    const changed = await trx
      .updateTable('review')
      .set(hidden)
      .where('id', '=', review.id)
      .where('hidden_at', isHiding ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined) return false;
    for (const name of readImages(review)) {
      await (isHiding
        ? trx.insertInto('hidden_picture').values({ name }).execute()
        : trx.deleteFrom('hidden_picture').where('name', '=', name).execute());
    }
    return true;
  });
}
