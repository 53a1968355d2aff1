// The forms of an order's page, as markup.
import { formatRupeesExact } from '../../shop/money.ts';
import { addressLines, recipientName } from '../../shop/order-text.ts';
import { states } from '../../shop/states.ts';
import { Field, Hidden, Icon } from '../parts.tsx';
import { groupPhone } from '../texts.ts';
import type { OrderProps } from './order-page.tsx';

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
  const lines = [
    ...addressLines(delivery),
    ...(phoneNumber ? [`+91 ${groupPhone(phoneNumber)}`] : []),
  ];
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

export function Note({ order, note, forms, typed, isChanged }: OrderProps) {
  return (
    <section className="card" aria-labelledby="h-note">
      <h2 id="h-note">Note</h2>
      {isChanged && (
        <p>
          <b>Now:</b> {note || 'no note'}
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
          defaultValue={note}
          maxLength={2000}
          hint="Only you read this."
        />
        <button className="btn line">Save note</button>
      </form>
    </section>
  );
}
