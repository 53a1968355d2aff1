// What the owner has set of what can be ordered: one row, changed as an act of the desk, and shown on the pages in memory.
import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { alwaysOpen, shipsFrom, whyClosed, whyNotForSale } from '../../shop/availability.ts';
import type { Availability } from '../../shop/availability.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { dayInIndia, formatDay } from '../../shop/dates.ts';
import { plainPath } from '../../shop/paths.ts';
import { findDone, inTransaction, recordAct } from '../acts/acts.ts';
import type { Act, ActParts, DoneOtherwise } from '../acts/acts.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import type { PagePatches } from '../platform/http/resource.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';

const NAME = 'availability';

const Day = v.pipe(v.string(), v.isoDate());
const Stored = v.object({
  mode: v.picklist(['open', 'late', 'closed']),
  from: v.optional(Day),
  until: v.optional(Day),
  shipsFrom: v.optional(Day),
  soldOut: v.record(v.string(), v.object({ backOn: v.optional(Day) })),
});

export interface StoredAvailability {
  set: Availability;
  /** 0: the owner has never set anything. */
  revision: number;
  updatedAt?: string;
  updatedBy?: string;
}

/** Resolves to what the owner has set. A row that is not valid counts as open: an error in it must not close the shop. */
export async function readAvailability(db: Database): Promise<StoredAvailability> {
  const row = await db
    .selectFrom('shop_state')
    .select(['value', 'revision', 'updated_at', 'updated_by'])
    .where('name', '=', NAME)
    .executeTakeFirst();
  if (row === undefined) return { set: alwaysOpen, revision: 0 };
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Stored), row.value);
  return {
    set: parsed.success ? parsed.output : alwaysOpen,
    revision: row.revision,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

export type SettingAvailability =
  | { outcome: 'set'; set: Availability }
  | { outcome: 'unchanged' }
  /** Somebody else has changed it since the form was drawn, or the act set something else before. */
  | DoneOtherwise;

/** Sets what can be ordered, as an act. Throws ForeignAct. */
export function setAvailability(
  parts: ActParts,
  set: Availability,
  act: Act,
): Promise<SettingAvailability> {
  return inTransaction(parts, async (trx, now): Promise<SettingAvailability> => {
    await lockState(trx);
    const done = await findDone<SettingAvailability>(trx, act);
    if (done) return done;
    const { set: before, revision } = await readAvailability(trx);
    if (act.rev !== undefined && revision !== act.rev) return { outcome: 'changed meanwhile' };
    const value = JSON.stringify(set);
    if (isDeepStrictEqual(JSON.parse(value), before)) return { outcome: 'unchanged' };
    await trx
      .updateTable('shop_state')
      .set({
        value,
        revision: sql<number>`revision + 1`,
        updated_at: now.toISOString(),
        updated_by: act.actor,
      })
      .where('name', '=', NAME)
      .execute();
    const result = { outcome: 'set' as const, set };
    await recordAct(trx, now, act, result);
    return result;
  });
}

/** Locks the row, which is added at the first time, until the transaction ends. */
async function lockState(trx: Transaction<Schema>): Promise<void> {
  const value = JSON.stringify(alwaysOpen);
  await trx
    .insertInto('shop_state')
    .values({ name: NAME, value, revision: 0, updated_at: '', updated_by: '' })
    .onConflict((same) =>
      same.column('name').doUpdateSet({ revision: sql<number>`shop_state.revision` }),
    )
    .execute();
}

/** What pages show on a day: words by product id, under '' those for all, under 'late' when the shop sends; and that day. */
export interface Unavailable {
  words: Readonly<Record<string, string>>;
  shipsFrom?: string | undefined;
}

/** Returns what pages show on a day. */
export function unavailableOn(set: Availability, day: string): Unavailable {
  const late = shipsFrom(set, day);
  const closed = whyClosed(set, day);
  if (closed !== undefined) return { words: { '': closed } };
  const words = catalogue.flatMap(({ id }) => {
    const why = whyNotForSale(set, id, day);
    return why === undefined ? [] : [[id, why] as const];
  });
  if (late === undefined) return { words: Object.fromEntries(words) };
  return {
    words: { ...Object.fromEntries(words), late: `Ships from ${formatDay(late)}` },
    shipsFrom: late,
  };
}

interface PublishParts {
  db: Database;
  clock: () => Date;
  log: Logger;
  pages: PagePatches;
  /** Replaces the timer in tests. */
  every?: Every;
}

/** Milliseconds until a process shows what another process has set, and what begins at midnight. */
const PAUSE = 5_000;

/** Updates the pages at once, whenever kicked, and every few seconds. */
export function publishAvailability({ db, clock, log, pages, every }: PublishParts): Rounds {
  let shown: Unavailable = { words: {} };
  const productIds = new Map(catalogue.map(({ id, link }) => [plainPath(link), id]));
  return workInRounds({
    pause: PAUSE,
    async round(isStopping) {
      const { set } = await readAvailability(db);
      const unavailable = unavailableOn(set, dayInIndia(clock()));
      if (isDeepStrictEqual(unavailable, shown)) return;
      const isOpen = Object.keys(unavailable.words).length === 0;
      for (const path of pages.paths) {
        if (isStopping()) return;
        const id = productIds.get(path);
        await pages.patch(
          path,
          NAME,
          isOpen ? undefined : (page) => withUnavailable(page, unavailable, id),
        );
      }
      shown = unavailable;
    },
    onError: (error) =>
      log.error(
        { err: error },
        'the pages may not say what can be ordered; the next round tries again',
      ),
    ...(every && { every }),
  });
}

/** An element that the storefront leaves empty (storefront/product/buy-panel.tsx, storefront/ui/product/for-sale.tsx). */
const wordsPattern = /(?<=<p [^>]*data-unavailable="">)[^<]*/;

const escape = (text: string) => html`${text}`.toString();

/** Returns a page that says what cannot be ordered, and hides its buttons. `productId`: the page is about this product. */
export function withUnavailable(
  built: string,
  unavailable: Unavailable,
  productId?: string,
): string {
  const { words, shipsFrom: day } = unavailable;
  const own = words[''] ?? (productId === undefined ? undefined : words[productId]);
  const attributes = [
    ` data-unavailable="${escape(JSON.stringify(words))}"`,
    day === undefined ? '' : ` data-ships-from="${day}"`,
    own === undefined ? '' : ' data-not-for-sale',
  ].join('');
  const text = own ?? (productId === undefined ? undefined : words['late']) ?? '';
  const page = built
    .replace(/<html\b/, () => `<html${attributes}`)
    .replace(wordsPattern, () => escape(text));
  return own === undefined ? page : page.replaceAll('schema.org/InStock', 'schema.org/OutOfStock');
}
