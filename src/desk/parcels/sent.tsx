// The forms that say that parcels are with a courier: one order, several at once, and a correction of the tracking.
import { formatWeekday } from '../../shop/dates.ts';
import { Field, Hidden, Icon } from '../parts.tsx';
import type { Carried, Typed } from '../parts.tsx';
import { firstName, timeWords } from '../texts.ts';
import { listPieces, recipientName } from '../../shop/order-text.ts';
import type { DeskOrder } from '../texts.ts';

/** What a form of a parcel starts with. */
interface ParcelProps {
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

/** A dispatch that is recorded. */
export interface Recorded {
  /** ISO-8601. */
  at: string;
  courier: string;
  trackingNumber: string;
  trackingUrl: string;
  /** Until then nobody has seen it; undefined if it cannot be undone. */
  undoUntil: string | undefined;
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
    <>
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
    </>
  );
}

const LINK_STAYS =
  'Leave it empty: then it stays, with the new number; for another courier the page that the shop knows is used.';
const UNDO_NOTE = 'The e-mail waits 10 minutes, so you can undo.';

function correctionNote({ delivery }: DeskOrder, { undoUntil, trackingNumber }: Recorded): string {
  if (undoUntil !== undefined) return 'The e-mail has not left yet: it gets the new data.';
  const wrong = trackingNumber === '' ? 'what was wrong' : `${trackingNumber} was wrong`;
  return `${firstName(delivery)} gets one e-mail: ${wrong}.`;
}

interface NumberProps {
  typed: Typed;
  name: string;
  recorded?: string | undefined;
  /** The only thing to type on its page. */
  isFirst?: boolean;
}

function NumberField({ typed, name, recorded, isFirst = false }: NumberProps) {
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

/** The couriers used before, the last one chosen, and a field for another one, which counts if it is filled in. */
function CourierField({
  couriers,
  typed,
  recorded,
}: Pick<ParcelProps, 'couriers' | 'typed'> & { recorded?: string | undefined }) {
  const all = [...new Set(recorded === undefined ? couriers : [recorded, ...couriers])];
  const chosen = typed.values['used'] ?? all[0];
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

interface SeveralProps extends ParcelProps {
  orders: readonly DeskOrder[];
  act: string;
  /** The ids of the ticked ones. */
  ticked: ReadonlySet<string>;
}

/** The form 'Mark several as sent'. Nothing is ticked beforehand: what is ticked by itself leaves by mistake. */
export function severalPage({ orders, act, ticked, couriers, typed }: SeveralProps) {
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
    <>
      <form className="stack" method="post" action="/orders/several">
        <Hidden act={act} />
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
                    {listPieces(order)}
                    <br />
                    <small>
                      {id}
                      {order.isBeingMade && ' · being made'}
                    </small>
                  </span>
                </label>
                <NumberField typed={typed} name={`number-${id}`} />
              </li>
            ))}
          </ul>
        </section>
        <div className="save">
          <button className="btn big">Mark as sent</button>
          <small>Only ticked orders are marked. {UNDO_NOTE}</small>
        </div>
      </form>
    </>
  );
}
