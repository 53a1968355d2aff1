// The routes for parcels: 'Mark as sent' for one order or several, and 'Correct tracking'.
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import { sentPage, severalPage } from './sent.tsx';
import { nothingTyped } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { count } from '../texts.ts';
import { checkDispatch } from '../../shop/forms/dispatch.ts';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import { listOpenOrders } from '../../server/orders/open-orders.ts';
import { correctParcel, sendOrder, sendOrders } from '../../server/orders/send-order.ts';
import type { Parcel, ParcelProblem } from '../../server/orders/send-order.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import {
  ActForm,
  asNewAct,
  bad,
  changedMeanwhile,
  changing,
  drawForm,
  errorNotice,
} from '../form.ts';
import { otherContent, readDeskForm, revField, toAct, unchanged, warn } from '../form.ts';
import type { ReadForm } from '../form.ts';
import { isOrderId, noOrder, readDeskOrder, readDeskOrders } from '../orders/order-rows.ts';
import { readOrderId, showOrder } from '../orders/routes.ts';
import type { OrderParts } from '../orders/routes.ts';
import { goTo, sendPage } from '../send-page.ts';
import type { DeskPage } from '../send-page.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';

type Desk = Context<ServerEnv>;

/** Returns the routes with their full paths. */
export function sendRoutes(parts: OrderParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/orders/several', (c) => showSeveral(c, parts))
    .post('/orders/several', (c) => sendSeveral(c, parts))
    .get('/orders/:id/sent', async (c) => showSent(c, parts, readOrderId(c)))
    .post('/orders/:id/sent', (c) => markSent(c, parts, readOrderId(c)))
    .get('/orders/:id/correct', (c) => showSent(c, parts, readOrderId(c), { isCorrection: true }))
    .post('/orders/:id/correct', (c) => correct(c, parts, readOrderId(c)));
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
async function listCouriers(db: Database): Promise<string[]> {
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
const parcelFields = {
  used: v.optional(v.pipe(v.string(), v.maxLength(200, tooMuch)), ''),
  courier: v.optional(v.pipe(v.string(), v.maxLength(1_000, tooMuch)), ''),
  trackingNumber: v.optional(v.pipe(v.string(), v.maxLength(1_000, tooMuch)), ''),
  trackingUrl: v.optional(v.pipe(v.string(), v.maxLength(2_000, tooMuch)), ''),
};
const ParcelForm = v.object({ ...changing, ...parcelFields });

type ReadParcel =
  | { ok: true; dispatch: Dispatch; sent: Extract<ReadForm<typeof ParcelForm>, { ok: true }> }
  | { ok: false; typed: Typed };

/** Reads the form of one parcel. A courier that was typed counts before one that was chosen. */
async function readParcel(c: Desk): Promise<ReadParcel> {
  const form = await readDeskForm(c, ParcelForm);
  if (!form.ok) return form;
  const { used, courier, trackingNumber, trackingUrl } = form.value;
  const checked = checkDispatch({ courier: courier.trim() || used, trackingNumber, trackingUrl });
  if (checked.ok) return { ok: true, dispatch: checked.value, sent: form };
  return { ok: false, typed: { ...form.typed, errors: { ...checked.errors } } };
}

/** Says that nothing was written, because the form is not complete or has an error. */
function refuseParcel(c: Desk, parts: OrderParts, id: string, typed: Typed, isCorrection: boolean) {
  const notice = errorNotice(typed, 'Nothing was marked');
  return showSent(c, parts, id, { isCorrection, typed, notice, status: 400 });
}

async function markSent(c: Desk, parts: OrderParts, id: string) {
  const form = await readParcel(c);
  if (!form.ok) return refuseParcel(c, parts, id, form.typed, false);
  const { dispatch, sent } = form;
  const { typed } = sent;
  const act = toAct(c, sent, 'send', id);
  const sending = await sendOrder(parts, id, dispatch, act);
  switch (sending.outcome) {
    case 'unknown':
      throw noOrder(id);
    case 'changed meanwhile': {
      const notice = changedMeanwhile('Look at the order once more. What you typed is kept.');
      return showSent(c, parts, id, { typed, notice, status: 409 });
    }
    case 'other content':
      return showOtherParcel(c, parts, id, typed, 'It was marked as sent with the first text.');
    case 'refunded': {
      const notice = bad('Not sent: all of its money went back.');
      return showOrder(c, parts, id, { notice, status: 409 });
    }
    case 'sent':
      if (sending.fresh) return goTo(c, `/orders/${id}`, act.id);
      return showOrder(c, parts, id, { notice: already, status: 409 });
  }
}

const already = warn(
  'It was closed before, nothing was recorded now.',
  'Its story says by whom. If the tracking is wrong, correct it.',
);

const unsent = warn('There is nothing to correct: the order is not marked as sent.');

async function correct(c: Desk, parts: OrderParts, id: string) {
  const form = await readParcel(c);
  if (!form.ok) return refuseParcel(c, parts, id, form.typed, true);
  const { dispatch, sent } = form;
  const { typed } = sent;
  const { recorded } = await readDeskOrder(parts.db, id, parts.clock());
  // Left empty, it is that of the courier; a link that was typed for the same one stays.
  const isSameLink = !typed.values['trackingUrl']?.trim() && dispatch.courier === recorded?.courier;
  const { trackingUrl: _link, ...others } = dispatch;
  const changes = isSameLink ? others : dispatch;
  const act = toAct(c, sent, 'correct', id);
  const correction = await correctParcel(parts, id, changes, act);
  switch (correction.outcome) {
    case 'unknown':
      throw noOrder(id);
    case 'changed meanwhile': {
      const shown = { isCorrection: true, typed, notice: changedMeanwhile(), status: 409 } as const;
      return showSent(c, parts, id, shown);
    }
    case 'other content':
      return showOtherParcel(c, parts, id, typed, 'The first text was saved.');
    case 'unsent':
      return showOrder(c, parts, id, { notice: unsent, status: 409 });
    case 'unchanged':
      return showOrder(c, parts, id, { notice: unchanged });
    case 'corrected':
      return goTo(c, `/orders/${id}`, act.id);
  }
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
  const shown = { isCorrection: recorded !== undefined, typed: asNewAct(typed), notice };
  return showSent(c, parts, id, { ...shown, status: 409 });
}

/** Orders of one form, the earliest first: more would weigh too much for a phone. */
const SEVERAL = 40;

const SeveralForm = v.object({
  ...ActForm.entries,
  used: parcelFields.used,
  courier: parcelFields.courier,
});

interface ShownSeveral extends Pick<DeskPage, 'notice' | 'status'> {
  typed?: Typed;
  ticked?: ReadonlySet<string>;
}

async function showSeveral(c: Desk, { db }: OrderParts, shown: ShownSeveral = {}) {
  const { typed = nothingTyped, ticked = new Set(), ...page } = shown;
  const orders = await listOpenOrders(db, { limit: SEVERAL });
  if (page.notice) {
    // What is wrong with orders that are not on the list any more has no field there.
    const fields = new Set(orders.map(({ id }) => `number-${id}`));
    const gone = Object.entries(typed.errors)
      .filter(([name]) => name.startsWith('number-') && !fields.has(name))
      .map(([name, message]) => `${name.slice('number-'.length)}: ${message}.`);
    page.notice = { ...page.notice, detail: [...gone, page.notice.detail].join(' ') };
  }
  const { act } = drawForm(undefined, typed);
  const couriers = await listCouriers(db);
  const body = severalPage({ orders, act, couriers, typed, ticked });
  return sendPage(c, { ...page, title: 'Several', current: 'orders', main: 'one wide', body });
}

/** All that are ticked, or none: the first error marks nothing. */
async function sendSeveral(c: Desk, parts: OrderParts) {
  const form = await readDeskForm(c, SeveralForm);
  const ids = [...new Set(form.lists.getAll('id'))].filter(isOrderId).slice(0, SEVERAL);
  const ticked = new Set(ids);
  const errors: Record<string, string> = { ...form.typed.errors };
  const refuse = (title: string, detail = 'What you typed is kept.', status: 400 | 409 = 400) => {
    const typed = { values: form.typed.values, errors };
    return showSeveral(c, parts, { typed, ticked, notice: bad(title, detail), status });
  };
  if (!form.ok) return refuse('Nothing was marked yet.', errors['act']);
  const numbered = [...form.lists].filter(([name, text]) => /^number-./.test(name) && text.trim());
  const named = numbered.map(([name]) => name.slice('number-'.length)).filter(isOrderId);
  for (const { id, sendBy } of await readDeskOrders(parts.db, named.slice(0, SEVERAL))) {
    if (ticked.has(id)) continue;
    errors[`number-${id}`] =
      sendBy === undefined ? 'It is not open any more' : 'Tick this order too, or empty its number';
  }
  if (ids.length === 0 && Object.keys(errors).length === 0) {
    return refuse('Nothing is ticked.', 'Tick the orders that left, then mark them.');
  }
  const courier = form.value.courier.trim() || form.value.used;
  const parcels: Parcel[] = [];
  for (const orderId of ids) {
    const number = form.lists.get(`number-${orderId}`) ?? '';
    const checked = checkDispatch({ courier, trackingNumber: number.slice(0, 1_000) });
    // Without a revision it fits none.
    const rev = v.parse(v.fallback(revField, Number.NaN), form.lists.get(`rev-${orderId}`));
    if (checked.ok) parcels.push({ orderId, dispatch: checked.value, rev });
    else if (checked.errors.courier) errors['courier'] = checked.errors.courier;
    else errors[`number-${orderId}`] = checked.errors.trackingNumber ?? '';
  }
  const wrong = Object.keys(errors).length;
  if (wrong > 0) return refuse(`Nothing was marked yet: ${count(wrong, 'field')} to look at.`);
  const act = toAct(c, form, 'send several');
  const sending = await sendOrders(parts, parcels, act);
  if (sending.outcome === 'sent') return goTo(c, '/', act.id);
  if (sending.outcome !== 'not sent') {
    for (const { id, sendBy } of await readDeskOrders(parts.db, ids)) {
      if (sendBy === undefined) errors[`number-${id}`] = 'It is closed: look at its page';
    }
    const notice = otherContent('They were marked as sent with what was typed first.');
    const typed = asNewAct({ values: form.typed.values, errors });
    return showSeveral(c, parts, { typed, ticked, notice, status: 409 });
  }
  const names = await readDeskOrders(parts.db, ids);
  for (const problem of sending.problems) {
    errors[`number-${problem.orderId}`] = problemWords(problem, (id) => {
      return names.find((order) => order.id === id)?.delivery.customerName || id;
    });
  }
  const about = count(sending.problems.length, 'order');
  return refuse(`Nothing was marked yet: ${about} to look at.`, undefined, 409);
}

function problemWords(problem: ParcelProblem, name: (id: string) => string): string {
  switch (problem.outcome) {
    case 'unknown':
      return 'There is no such order';
    case 'changed meanwhile':
      return 'It was changed meanwhile: look at it, then mark it';
    case 'sent':
      return 'It was marked as sent before';
    case 'refunded':
      return 'All of its money went back';
    case 'same number':
      return `Same number as for ${name(problem.like)}`;
  }
}
