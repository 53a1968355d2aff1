// Parcels that are with a courier: one order marked as sent, and a correction of its tracking.
import { Hono } from 'hono';
import * as v from 'valibot';
import { correctParcel, sendOrder } from '../../server/orders/send-order.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { formatWeekday } from '../../shop/dates.ts';
import { checkDispatch } from '../../shop/forms/dispatch.ts';
import { listPieces, recipientName } from '../../shop/order-text.ts';
import {
  bad,
  changedMeanwhile,
  changing,
  drawForm,
  otherContent,
  performForm,
  readInto,
  unchanged,
  warn,
} from '../form.ts';
import type { Work } from '../form.ts';
import { showOrder } from '../orders/order-page.tsx';
import { OwnNote } from '../orders/order-parts.tsx';
import { noOrder, readDeskOrder, readOrderId } from '../orders/order-rows.ts';
import type { OrderParts, Recorded } from '../orders/order-rows.ts';
import { goTo, sendPage } from '../page.tsx';
import type { Desk, DeskPage } from '../page.tsx';
import { Field, Hidden, Icon, nothingTyped } from '../parts.tsx';
import type { Carried, Typed } from '../parts.tsx';
import { firstName, timeWords } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';

/** Returns the routes with their full paths. */
export function sentRoutes(parts: OrderParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/orders/:id/sent', async (c) => showSent(c, parts, readOrderId(c)))
    .post('/orders/:id/sent', (c) => markSent(c, parts))
    .get('/orders/:id/correct', (c) => showSent(c, parts, readOrderId(c), { isCorrection: true }))
    .post('/orders/:id/correct', (c) => correct(c, parts));
}

interface Shown extends Pick<DeskPage, 'notice' | 'status'> {
  isCorrection?: boolean;
  typed?: Typed;
}

/**
 * The form of one parcel. An order that is sent shows itself instead; so does one without a parcel to correct, and says so
 * if a form of it was refused.
 */
async function showSent(c: Desk, parts: OrderParts, id: string, shown: Shown = {}) {
  const { isCorrection = false, typed = nothingTyped, ...page } = shown;
  const now = parts.clock();
  const { order, recorded } = await readDeskOrder(parts.db, id, now);
  if (isCorrection ? recorded === undefined : order.sendBy === undefined) {
    if (page.notice === undefined) return goTo(c, `/orders/${id}`);
    const notice = isCorrection ? unsent : already;
    return showOrder(c, parts, id, { notice, status: 409 });
  }
  const body = sentPage({
    order,
    recorded: isCorrection ? recorded : undefined,
    carried: drawForm(order.revision, typed),
    couriers: await listCouriers(parts.db),
    typed,
    now,
  });
  const title = isCorrection ? 'Correct tracking' : 'Sent';
  return sendPage(c, { ...page, title, current: 'orders', main: 'one', body });
}

/** The newest acts that are looked through for couriers, and how many of these a form offers. */
const RECENT_ACTS = 200;

const COURIERS = 4;

/** Resolves to the couriers used last, the newest first. */
export async function listCouriers(db: Database): Promise<string[]> {
  const acts = await db
    .selectFrom('desk_act')
    .select(['kind', 'result'])
    .orderBy('at', 'desc')
    .limit(RECENT_ACTS)
    .execute();
  const couriers = acts.flatMap(({ kind, result }) => {
    if (kind !== 'send' && kind !== 'correct') return [];
    const { sent } = (JSON.parse(result) ?? {}) as { sent?: { courier?: string } };
    return sent?.courier ?? [];
  });
  return [...new Set(couriers)].slice(0, COURIERS);
}

const tooMuch = 'This is too long';

export const parcelFields = {
  used: v.optional(v.pipe(v.string(), v.maxLength(200, tooMuch)), ''),
  courier: v.optional(v.pipe(v.string(), v.maxLength(1_000, tooMuch)), ''),
  trackingNumber: v.optional(v.pipe(v.string(), v.maxLength(1_000, tooMuch)), ''),
  trackingUrl: v.optional(v.pipe(v.string(), v.maxLength(2_000, tooMuch)), ''),
};

const fields = v.object({ ...changing, ...parcelFields });

/** The form of one parcel. A courier that was typed counts before one that was chosen. */
const ParcelForm = v.pipe(
  fields,
  readInto(({ act, rev, used, courier, ...more }: v.InferOutput<typeof fields>) => {
    const checked = checkDispatch({ courier: courier.trim() || used, ...more });
    return checked.ok
      ? { value: { act, rev, dispatch: checked.value } }
      : { errors: { ...checked.errors } };
  }),
);

type Parcel = v.InferOutput<typeof ParcelForm>;

interface ParcelWork extends Pick<Work<Parcel>, 'perform' | 'refusals' | 'meanwhile'> {
  isCorrection?: boolean;
  /** What is said if it was sent with something else before. */
  other: string;
}

/** Does what the form of one parcel says. What was typed is kept if it was not done. */
function recordParcel(
  c: Desk,
  parts: OrderParts,
  { isCorrection = false, other, ...work }: ParcelWork,
) {
  const id = readOrderId(c);
  return performForm(c, ParcelForm, {
    ...work,
    kind: isCorrection ? 'correct' : 'send',
    subject: id,
    nothing: 'Nothing was marked',
    missing: noOrder(id),
    show: ({ isOther = false, typed, ...shown }) => {
      if (typed === undefined) return showOrder(c, parts, id, shown);
      return isOther
        ? showOtherParcel(c, parts, id, typed, other)
        : showSent(c, parts, id, { ...shown, isCorrection, typed });
    },
    next: `/orders/${id}`,
  });
}

function markSent(c: Desk, parts: OrderParts) {
  return recordParcel(c, parts, {
    perform: async ({ dispatch }, act) => {
      const sending = await sendOrder(parts, readOrderId(c), dispatch, act);
      const isClosed = sending.outcome === 'sent' && !sending.fresh;
      return isClosed ? { outcome: 'closed', notice: already } : sending;
    },
    refusals: { refunded: bad('Not sent: all of its money went back.') },
    meanwhile: () => changedMeanwhile('Look at the order once more. What you typed is kept.'),
    other: 'It was marked as sent with the first text.',
  });
}

const already = warn(
  'It was closed before, nothing was recorded now.',
  'Its story says by whom. If the tracking is wrong, correct it.',
);

const unsent = warn('There is nothing to correct: the order is not marked as sent.');

function correct(c: Desk, parts: OrderParts) {
  return recordParcel(c, parts, {
    isCorrection: true,
    perform: async ({ dispatch }, act, { values }) => {
      const id = readOrderId(c);
      const { recorded } = await readDeskOrder(parts.db, id, parts.clock());
      // Left empty, it is that of the courier; a link that was typed for the same one stays.
      const isSameLink = !values['trackingUrl']?.trim() && dispatch.courier === recorded?.courier;
      const { trackingUrl: _link, ...others } = dispatch;
      return correctParcel(parts, id, isSameLink ? others : dispatch, act);
    },
    refusals: { unsent, unchanged },
    other: 'The first text was saved.',
  });
}

/** The form was corrected and sent once more before its page came: what was typed waits in a correction. */
async function showOtherParcel(
  c: Desk,
  parts: OrderParts,
  id: string,
  typed: Typed,
  title: string,
) {
  const { recorded } = await readDeskOrder(parts.db, id, parts.clock());
  const parcel = recorded && [recorded.courier, recorded.trackingNumber].filter(Boolean).join(', ');
  const notice = otherContent(title, parcel && `It says: ${parcel}.`);
  const shown = { isCorrection: recorded !== undefined, typed, notice };
  return showSent(c, parts, id, { ...shown, status: 409 });
}

/** What a form of a parcel starts with. */
export interface ParcelProps {
  /** The couriers used before, the last one first. */
  couriers: readonly string[];
  typed: Typed;
}

interface SentProps extends ParcelProps {
  order: DeskOrder;
  carried: Carried;
  /** What is recorded, for a correction. */
  recorded?: Recorded | undefined;
  now: Date;
}

/** The form 'Mark as sent', or with `recorded` the correction of it. */
export function sentPage({ order, carried, recorded, now, ...parcel }: SentProps) {
  const { id, delivery } = order;
  const { typed } = parcel;
  const { neededBy, state, pincode } = delivery;
  const about = recorded
    ? `sent ${timeWords(recorded.at, now)}`
    : neededBy && `needed by ${formatWeekday(neededBy)}`;
  return (
    <form
      className="sent stack"
      method="post"
      action={`/orders/${id}/${recorded ? 'correct' : 'sent'}`}
    >
      <Hidden {...carried} />
      <div>
        <p className="lead">
          <b>{recipientName(delivery)}</b>, {state} {pincode}
        </p>
        <p>
          {listPieces(order)}
          <br />
          <small>{[id, about].filter(Boolean).join(' · ')}</small>
        </p>
        <OwnNote note={order.note} />
      </div>
      <section className="card" aria-label="Parcel">
        <NumberField
          typed={typed}
          name="trackingNumber"
          recorded={recorded?.trackingNumber}
          isFirst
        />
        <CourierField {...parcel} recorded={recorded?.courier} />
        <Field
          name="trackingUrl"
          label="Tracking link"
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          maxLength={500}
          typed={typed}
          hint={
            recorded
              ? LINK_STAYS
              : 'Leave it empty: then the page of a courier that the shop knows is used.'
          }
        />
      </section>
      <div className="save">
        <button className="btn big">{recorded ? 'Save tracking' : 'Mark as sent'}</button>
        <small>{recorded ? correctionNote(order, recorded) : UNDO_NOTE}</small>
      </div>
    </form>
  );
}

const LINK_STAYS =
  'Leave it empty: then it stays, with the new number; for another courier the page that the shop knows is used.';

export const UNDO_NOTE = 'The e-mail waits 10 minutes, so you can undo.';

function correctionNote({ delivery }: DeskOrder, { undoUntil, trackingNumber }: Recorded): string {
  if (undoUntil !== undefined) return 'The e-mail has not left yet: it gets the new data.';
  const wrong = trackingNumber === '' ? 'what was wrong' : `${trackingNumber} was wrong`;
  return `${firstName(delivery)} gets one e-mail: ${wrong}.`;
}

interface NumberProps extends Pick<ParcelProps, 'typed'> {
  name: string;
  recorded?: string | undefined;
  /** The only thing to type on its page. */
  isFirst?: boolean;
}

export function NumberField({ typed, name, recorded, isFirst = false }: NumberProps) {
  return (
    <Field
      name={name}
      label="Tracking number"
      isLabelHidden={!isFirst}
      placeholder={isFirst ? undefined : 'Tracking number'}
      defaultValue={recorded}
      autoFocus={isFirst}
      autoCapitalize="characters"
      autoComplete="off"
      maxLength={60}
      typed={typed}
    />
  );
}

interface CourierProps extends ParcelProps {
  recorded?: string | undefined;
}

/** The couriers used before, the last one chosen, and a field for another one, which counts if it is filled in. */
export function CourierField({ couriers, typed, recorded }: CourierProps) {
  const all = [...new Set(recorded === undefined ? couriers : [recorded, ...couriers])];
  const isTyped = Boolean(typed.values['courier']?.trim());
  const chosen = isTyped ? undefined : (typed.values['used'] ?? all[0]);
  return (
    <Field
      name="courier"
      label="Courier"
      placeholder={all.length > 0 ? 'Another courier' : 'DTDC, India Post …'}
      autoComplete="off"
      maxLength={120}
      typed={typed}
    >
      {all.length > 0 && (
        <fieldset className="chips">
          <legend className="sr">Used before</legend>
          {all.map((courier) => (
            <label key={courier}>
              <input type="radio" name="used" value={courier} defaultChecked={courier === chosen} />
              <Icon name="tick" />
              {courier}
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}
