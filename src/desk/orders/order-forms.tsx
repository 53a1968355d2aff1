// The forms of an order's page, as markup.
import { formatRupeesExact } from '../../shop/money.ts';
import { addressLines, groupPhone, phoneText, recipientName } from '../../shop/order-text.ts';
import { states } from '../../shop/states.ts';
import { Field, Hidden, Icon } from '../parts.tsx';
import type { Carried, Typed } from '../parts.tsx';
import { firstName } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';
import type { HistoryEntry } from './history.tsx';
import type { Recorded } from './order-rows.ts';

export function PersonalData({ order, erase }: OrderProps) {
  if (!erase) return null;
  return (
    <details className="card">
      <summary>Personal data</summary>
      <form className="stack" method="post" action={`/orders/${order.id}/erase`}>
        <Hidden {...erase} />
        <p>
          Deletes the account with its profile and reviews; its orders stay for the books, and lose
          name and address 120 days after they were placed, from {formatRupeesExact(5_000_000)}{' '}
          after eight years.
        </p>
        <button className="btn bad">Delete the account</button>
      </form>
    </details>
  );
}

const inputs = [
  { name: 'customerName', label: 'Name', maxLength: 200 },
  { name: 'address', label: 'Full Address', maxLength: 1000, rows: 2 },
  { name: 'landmark', label: 'Landmark', maxLength: 400 },
] as const;

export function Address({ order, forms, typed, recorded, isChanged }: OrderProps) {
  const { id, delivery, email, sendBy } = order;
  const { customerName, phoneNumber } = delivery;
  const lines = [...addressLines(delivery), phoneText(phoneNumber)].filter(Boolean);
  const copied = [customerName, ...lines].join('\n');
  if (sendBy === undefined) {
    return (
      <section className="card adr" aria-labelledby="adr">
        <h2 id="adr">Address</h2>
        <address>
          {[recipientName(delivery), ...lines, email].filter(Boolean).map((line) => (
            <span className="ln" key={line}>
              {line}
            </span>
          ))}
        </address>
        <div className="stack side">
          <CopyButton text={copied} />
          <small>{recorded ? 'Fixed: it is sent.' : 'Fixed: the order is closed.'}</small>
        </div>
      </section>
    );
  }
  return (
    <section className="card" aria-labelledby="adr">
      <h2 id="adr">Address</h2>
      {isChanged && (
        <div className="msg warn">
          <Icon name="clock" />
          <p>
            <b>Now:</b> {[customerName, ...lines].join(', ')}
          </p>
        </div>
      )}
      <form className="stack" method="post" action={`/orders/${id}/address`}>
        <Hidden {...forms.address} />
        {inputs.map((input) => (
          <Field key={input.name} typed={typed} defaultValue={delivery[input.name]} {...input} />
        ))}
        <div className="pair">
          <Field
            name="pincode"
            label="Pincode"
            typed={typed}
            defaultValue={delivery.pincode}
            inputMode="numeric"
            maxLength={20}
          />
          <Field
            name="state"
            label="State"
            typed={typed}
            defaultValue={delivery.state}
            options={states.map((each) => (
              <option key={each}>{each}</option>
            ))}
          />
        </div>
        <Field
          name="phoneNumber"
          label="Phone Number"
          typed={typed}
          prefix="+91"
          inputMode="tel"
          defaultValue={groupPhone(phoneNumber)}
          maxLength={40}
        />
        <div className="row">
          <button className="btn line">Save address</button>
          <CopyButton text={copied} />
        </div>
      </form>
      <small>{email}</small>
    </section>
  );
}

/** Works with a script only, and is left out without one. */
function CopyButton({ text }: { text: string }) {
  return (
    <button className="btn line" type="button" aria-label="Copy address" data-copy={text} hidden>
      <Icon name="copy" />
      <span>Copy</span>
    </button>
  );
}

export function Note({ order, forms, typed, isChanged }: OrderProps) {
  return (
    <section className="card" aria-labelledby="h-note">
      <h2 id="h-note">Note</h2>
      {isChanged && (
        <p>
          <b>Now:</b> {order.note || 'no note'}
        </p>
      )}
      <form className="stack" method="post" action={`/orders/${order.id}/note`}>
        <Hidden {...forms.note} />
        <Field
          name="note"
          rows={2}
          label="Note"
          isLabelHidden
          typed={typed}
          defaultValue={order.note}
          maxLength={2000}
          hint="Only you read this."
        />
        <button className="btn line">Save note</button>
      </form>
    </section>
  );
}

/** The forms of the page. */
type FormName = 'making' | 'undo' | 'address' | 'note' | 'resend' | 'refund';

export interface OrderProps {
  order: DeskOrder;
  recorded: Recorded | undefined;
  story: readonly HistoryEntry[];
  forms: Readonly<Record<FormName, Carried>>;
  /** The form that deletes the account; undefined if there is none any more. */
  erase?: Carried | undefined;
  /** Paise that the customer's bank disputes. */
  disputed?: number;
  /** Paise that it took, because a dispute was lost. */
  lost?: number;
  typed: Typed;
  /** The order was changed while somebody typed: what stands now is shown beside it. */
  isChanged: boolean;
  /** Returns the address of a small picture. */
  findPicture: (name: string) => string | undefined;
  now: Date;
}

export function Refund({ order, forms, disputed = 0, lost = 0, typed }: OrderProps) {
  const { id, amount, refunded, delivery, email, sendBy } = order;
  const left = amount - refunded;
  return (
    <section className="card" aria-labelledby="h-ref">
      <h2 id="h-ref">Refund</h2>
      {left === 0 ? (
        <p>All of {formatRupeesExact(amount)} went back.</p>
      ) : (
        <form
          className="stack"
          method="post"
          action={`/orders/${id}/refund`}
          aria-labelledby="h-ref"
        >
          <Hidden {...forms.refund} />
          {disputed > 0 && (
            <p>
              <b>The bank disputes {formatRupeesExact(disputed)} of it.</b> What you refund may go
              back twice: settle the dispute first.
            </p>
          )}
          {lost > 0 && (
            <p>
              <b>The bank took {formatRupeesExact(lost)} of it, because a dispute was lost.</b> What
              you refund of that goes back twice.
            </p>
          )}
          <Field
            name="amount"
            label="Amount"
            prefix="₹"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            typed={typed}
            hint={
              refunded === 0
                ? `Up to ${formatRupeesExact(left)}.${sendBy === undefined ? '' : ' All of it cancels the order.'}`
                : `Up to ${formatRupeesExact(left)}: ${formatRupeesExact(refunded)} went back already.`
            }
          />
          <Field
            name="reason"
            label="Reason"
            autoComplete="off"
            maxLength={300}
            typed={typed}
            hint={
              email === ''
                ? 'The account was deleted, so nobody gets an e-mail.'
                : `${firstName(delivery)} reads it: “₹… is on its way back to you. Reason: …”`
            }
          />
          <button className="btn bad">Refund</button>
          <small>You confirm it is you. Then it goes back the way it was paid.</small>
        </form>
      )}
    </section>
  );
}
