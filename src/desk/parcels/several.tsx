// Several orders marked as sent by one form: all that are ticked, or none.
import type { ReactNode } from 'react';
import { Hono } from 'hono';
import * as v from 'valibot';
import { countOpenOrders, listOpenOrders } from '../../server/orders/open-orders.ts';
import { sendOrders } from '../../server/orders/send-order.ts';
import type { Parcel, ParcelProblem } from '../../server/orders/send-order.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { formatWeekday } from '../../shop/dates.ts';
import { checkDispatch } from '../../shop/forms/dispatch.ts';
import { listPieces, recipientName } from '../../shop/order-text.ts';
import {
  ActForm,
  asNewAct,
  bad,
  drawForm,
  otherContent,
  readDeskForm,
  revField,
  toAct,
  warn,
} from '../form.ts';
import { OtherParts, readPart } from '../long-list.tsx';
import { OwnNote } from '../orders/order-parts.tsx';
import { isOrderId, readDeskOrders } from '../orders/order-rows.ts';
import type { OrderParts } from '../orders/order-rows.ts';
import { goTo, sendPage } from '../page.tsx';
import type { Desk, DeskPage } from '../page.tsx';
import { Hidden, nothingTyped, unbroken } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { count } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';
import { CourierField, listCouriers, NumberField, parcelFields, UNDO_NOTE } from './sent.tsx';
import type { ParcelProps } from './sent.tsx';

/** Returns the routes with their full paths. */
export function severalRoutes(parts: OrderParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/orders/several', (c) => showSeveral(c, parts))
    .post('/orders/several', (c) => sendSeveral(c, parts));
}

/** Orders of one form, the earliest first: more would weigh too much for a phone. Others are on its next pages. */
const SEVERAL = 40;
const MOST_PAGES = 12;

const SeveralForm = v.object({
  ...ActForm.entries,
  used: parcelFields.used,
  courier: parcelFields.courier,
});

interface ShownSeveral extends Pick<DeskPage, 'notice' | 'status'> {
  typed?: Typed;
  ticked?: ReadonlySet<string>;
  /** Orders of which the page has one. */
  about?: readonly string[];
  withoutNumber?: readonly string[];
}

async function showSeveral(c: Desk, { db, clock }: OrderParts, shown: ShownSeveral = {}) {
  const { typed = nothingTyped, ticked = new Set(), about, withoutNumber = [], ...page } = shown;
  const open = await listOpenOrders(db, { limit: SEVERAL * MOST_PAGES });
  const ids = open.map(({ id }) => id);
  const part = readPart(c, ids, SEVERAL, about);
  const orders = open.slice(part.start, part.end);
  const { late, today, tomorrow, later } = await countOpenOrders(db, clock());
  const all = late + today + tomorrow + later;
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
  const others = OtherParts({ ...part, path: '/orders/several', all });
  const body = severalPage({ orders, act, couriers, typed, ticked, withoutNumber, others });
  return sendPage(c, { ...page, title: 'Several', current: 'orders', main: 'one wide', body });
}

/** All that are ticked, or none: the first error marks nothing. */
async function sendSeveral(c: Desk, parts: OrderParts) {
  const form = await readDeskForm(c, SeveralForm);
  const ids = [...new Set(form.lists.getAll('id'))].filter(isOrderId).slice(0, SEVERAL);
  const ticked = new Set(ids);
  const errors: Record<string, string> = { ...form.typed.errors };
  const numbered = [...form.lists].filter(([name, text]) => /^number-./.test(name) && text.trim());
  const named = numbered.map(([name]) => name.slice('number-'.length)).filter(isOrderId);
  const drawn = { ticked, about: [...ids, ...named] };
  const refuse = (title: string, detail = 'What you typed is kept.', status: 400 | 409 = 400) => {
    const typed = { values: form.typed.values, errors };
    return showSeveral(c, parts, { ...drawn, typed, notice: bad(title, detail), status });
  };
  if (!form.ok) return refuse('Nothing was marked yet.', errors['act']);
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
  const bare = parcels.filter(({ dispatch }) => dispatch.trackingNumber === undefined);
  const withoutNumber = (await readDeskOrders(parts.db, ids))
    .filter(({ id, sendBy }) => sendBy !== undefined && bare.some(({ orderId }) => orderId === id))
    .map(({ id }) => id);
  const accepted = new Set(form.lists.getAll('without'));
  if (withoutNumber.some((id) => !accepted.has(id))) {
    for (const id of withoutNumber) errors[`number-${id}`] = 'It has no number yet';
    const have =
      withoutNumber.length === 1
        ? '1 has no number: send it'
        : `${withoutNumber.length} have no number: send them`;
    const notice = warn(
      `${have} without one?`,
      'Then press Mark as sent once more. What you typed is kept.',
    );
    const typed = { values: form.typed.values, errors };
    return showSeveral(c, parts, { ...drawn, typed, withoutNumber, notice, status: 409 });
  }
  const act = toAct(c, form, 'send several');
  const sending = await sendOrders(parts, parcels, act);
  if (sending.outcome === 'sent') return goTo(c, '/', act.id);
  if (sending.outcome !== 'not sent') {
    for (const { id, sendBy } of await readDeskOrders(parts.db, ids)) {
      if (sendBy === undefined) errors[`number-${id}`] = 'It is closed: look at its page';
    }
    const notice = otherContent('They were marked as sent with what was typed first.');
    const typed = asNewAct({ values: form.typed.values, errors });
    return showSeveral(c, parts, { ...drawn, typed, notice, status: 409 });
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

interface SeveralProps extends ParcelProps {
  orders: readonly DeskOrder[];
  act: string;
  /** The ids of the ticked ones. */
  ticked: ReadonlySet<string>;
  /** The ids of those that leave without a number if the form is sent once more. */
  withoutNumber?: readonly string[];
  /** Says how many more there are. */
  others?: ReactNode;
}

/** The form 'Mark several as sent'. Nothing is ticked beforehand: what is ticked by itself leaves by mistake. */
export function severalPage(props: SeveralProps) {
  const { orders, act, ticked, withoutNumber = [], couriers, typed, others } = props;
  if (orders.length === 0) {
    return (
      <div className="card empty">
        <h2>No order is open</h2>
        <a className="quiet" href="/">
          To Today
        </a>
      </div>
    );
  }
  return (
    <form className="stack" method="post" action="/orders/several">
      {/* Enter in a field, as a scanner types it, presses the first button: this one does nothing. */}
      <button disabled hidden>
        Mark as sent
      </button>
      <Hidden act={act} />
      {withoutNumber.map((id) => (
        <input type="hidden" name="without" value={id} key={id} />
      ))}
      <section className="card" aria-label="All parcels">
        <CourierField couriers={couriers} typed={typed} />
      </section>
      <section className="card" aria-label="Orders">
        <ul className="rows several">
          {orders.map(({ id, revision, ...order }) => (
            <li key={id}>
              <input type="hidden" name={`rev-${id}`} value={revision} />
              <label className="check">
                <input
                  type="checkbox"
                  name="id"
                  value={id}
                  aria-label={id}
                  defaultChecked={ticked.has(id)}
                />
                <span>
                  <b>{recipientName(order.delivery)}</b>, {order.delivery.state}
                  <br />
                  {unbroken(listPieces(order))}
                  <br />
                  <small>
                    <span className="nb">{id}</span>
                    {order.isBeingMade && ' · being made'}
                    {order.delivery.neededBy &&
                      unbroken(` · needed by ${formatWeekday(order.delivery.neededBy)}`)}
                  </small>
                  <OwnNote note={order.note} />
                </span>
              </label>
              <NumberField typed={typed} name={`number-${id}`} />
            </li>
          ))}
        </ul>
      </section>
      {others}
      <div className="save">
        <button className="btn big">Mark as sent</button>
        <small>Only ticked orders are marked. {UNDO_NOTE}</small>
      </div>
    </form>
  );
}
