// The forms of an order's page, as markup.
import { formatRupeesExact } from '../../shop/money.ts';
import { addressLines, groupPhone, phoneText, recipientName } from '../../shop/order-text.ts';
import { states } from '../../shop/states.ts';
import { Field, Fold, Hidden, Icon } from '../parts.tsx';
import type { DrawnForm, FoldProps, Typed } from '../parts.tsx';
import { firstName } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';
import type { HistoryEntry } from './history.tsx';
import type { Recorded } from './order-rows.ts';

/** The forms of the page. */
type FormName =
  | 'making'
  | 'undo'
  | 'address'
  | 'email'
  | 'note'
  | 'resend'
  | 'late'
  | 'again'
  | 'refund'
  | 'erase';

export interface OrderProps {
  order: DeskOrder;
  recorded: Recorded | undefined;
  story: readonly HistoryEntry[];
  forms: Readonly<Record<FormName, DrawnForm>>;
  /** Whether the account that placed it still exists. */
  hasAccount: boolean;
  /** Paise that the customer's bank disputes. */
  disputed?: number;
  /** Paise that it took, because a dispute was lost. */
  lost?: number;
  /** Returns the address of a small picture. */
  findPicture: (name: string) => string | undefined;
  now: Date;
}

export function PersonalData({ order, hasAccount, forms: { erase } }: OrderProps) {
  if (!hasAccount) return null;
  return (
    <Fold name="Personal data" action={`/orders/${order.id}/erase`} form={erase}>
      <p>
        Deletes the account with its profile and reviews; its orders stay for the books, and lose
        name and address 120 days after they were placed, from {formatRupeesExact(5_000_000)} after
        eight years.
      </p>
      <button className="btn bad">Delete the account</button>
    </Fold>
  );
}

const inputs = [
  { name: 'customerName', label: 'Name', maxLength: 200 },
  { name: 'address', label: 'Full Address', maxLength: 1000, rows: 2 },
  { name: 'landmark', label: 'Landmark', maxLength: 400 },
] as const;

export function Address(props: OrderProps) {
  const { order, recorded } = props;
  const { delivery, sendBy } = order;
  const { customerName, phoneNumber } = delivery;
  const lines = [...addressLines(delivery), phoneText(phoneNumber)].filter(Boolean);
  return (
    <section className="card" aria-labelledby="adr">
      <div className="row ends">
        <h2 id="adr">Address</h2>
        <CopyButton text={[customerName, ...lines].join('\n')} />
      </div>
      <address>
        {[recipientName(delivery), ...lines, delivery.email].filter(Boolean).map((line) => (
          <span className="ln" key={line}>
            {line}
          </span>
        ))}
      </address>
      {sendBy === undefined ? (
        <small>{recorded ? 'Fixed: it is sent.' : 'Fixed: the order is closed.'}</small>
      ) : (
        <AddressForm {...props} />
      )}
      {delivery.email !== '' && <EmailForms {...props} />}
    </section>
  );
}

function AddressForm({ order: { id, delivery }, forms: { address } }: OrderProps) {
  const { typed } = address;
  return (
    <Fold name="Correct address" action={`/orders/${id}/address`} form={address}>
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
        defaultValue={groupPhone(delivery.phoneNumber)}
        maxLength={40}
      />
      <button className="btn line">Save address</button>
    </Fold>
  );
}

function EmailForms({ order: { id, delivery }, forms: { email, resend } }: OrderProps) {
  const receipt = (
    <form method="post" action={`/orders/${id}/resend`}>
      <Hidden {...resend} />
      <button className="btn line">Resend receipt</button>
    </form>
  );
  return (
    <Fold name="E-mail and receipt" action={`/orders/${id}/email`} form={email} after={receipt}>
      <Field
        name="email"
        label="E-mail"
        type="email"
        autoComplete="off"
        typed={email.typed}
        defaultValue={delivery.email}
        maxLength={254}
        hint="Only for this order: the login stays. What did not arrive goes out again."
      />
      <button className="btn line">Save e-mail</button>
    </Fold>
  );
}

/** Works with a script only, and is left out without one. */
function CopyButton({ text }: { text: string }) {
  return (
    <button className="quiet" type="button" aria-label="Copy address" data-copy={text} hidden>
      <Icon name="copy" />
      <span>Copy</span>
    </button>
  );
}

export function Note({ order, forms: { note } }: OrderProps) {
  return (
    <Fold name="Note" action={`/orders/${order.id}/note`} form={note}>
      <Field
        name="note"
        rows={2}
        label="Note"
        isLabelHidden
        typed={note.typed}
        defaultValue={order.note}
        maxLength={2000}
        hint="Only you read this."
      />
      <button className="btn line">Save note</button>
    </Fold>
  );
}

interface LateProps extends Pick<FoldProps, 'action' | 'form'> {
  /** Of whom, and what happens to them. */
  hint: string;
  button: string;
}

/** A later day for one order, or for all of them. */
export function Late({ action, form, hint, button }: LateProps) {
  return (
    <Fold name="It will be late" action={action} form={form}>
      <DayField typed={form.typed} hint={hint} />
      <button className="btn line">{button}</button>
    </Fold>
  );
}

const DayField = (props: { typed: Typed; hint: string }) => (
  <Field name="day" label="New day" type="date" {...props} />
);

/** The promise of an order: a later day while it is open; once it has left, to make it again. */
export function Promised({ order, forms }: OrderProps) {
  const { id, amount, refunded, email, sendBy } = order;
  const first = firstName(order.delivery);
  if (sendBy !== undefined) {
    return (
      <Late
        action={`/orders/${id}/late`}
        form={forms.late}
        hint={`By then it leaves. ${first} gets one e-mail that says so, and when it arrives.`}
        button="Tell the shopper"
      />
    );
  }
  if (refunded >= amount || email === '') return null;
  const { typed } = forms.again;
  return (
    <Fold name="Make it again" action={`/orders/${id}/again`} form={forms.again}>
      <Field
        id="again-reason"
        name="reason"
        label="Reason"
        autoComplete="off"
        maxLength={300}
        typed={typed}
      />
      <label className="check">
        <input
          type="checkbox"
          name="isForShopper"
          value="yes"
          defaultChecked={typed.values['isForShopper'] === 'yes'}
        />
        {first} may read it
      </label>
      <DayField
        typed={typed}
        hint={`By then it leaves. ${first} gets one e-mail: it is made again, and when it arrives. No money moves.`}
      />
      <button className="btn line">Make it again</button>
    </Fold>
  );
}

export function Refund({ order, forms, disputed = 0, lost = 0 }: OrderProps) {
  const { id, amount, refunded, delivery, email, sendBy } = order;
  const left = amount - refunded;
  if (left === 0) return null;
  const { typed } = forms.refund;
  return (
    <Fold name="Refund" action={`/orders/${id}/refund`} form={forms.refund}>
      {disputed > 0 && (
        <p>
          <b>The bank disputes {formatRupeesExact(disputed)} of it.</b> What you refund may go back
          twice: settle the dispute first.
        </p>
      )}
      {lost > 0 && (
        <p>
          <b>The bank took {formatRupeesExact(lost)} of it, because a dispute was lost.</b> What you
          refund of that goes back twice.
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
    </Fold>
  );
}
