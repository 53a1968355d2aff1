// One order on one page: what an answer on the phone needs first, the money that can leave last.
import { dayInIndia, formatWeekday } from '../../shop/dates.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { states } from '../../shop/states.ts';
import { groupPhone } from '../print/slips.tsx';
import { Field, Hidden, Icon, Tag } from '../parts.tsx';
import type { Carried, IconName, TagProps, Typed } from '../parts.tsx';
import type { Recorded } from '../parcels/sent.tsx';
import { Mails, Refund, Story } from './order-record.tsx';
import type { Chapter, OrderMail } from './order-record.tsx';
import { MakingForm, GiftDetails } from '../today/today.tsx';
import { phoneLink, chatWith, count, dayWords, firstName } from '../texts.ts';
import { addressLines } from '../../shop/order-text.ts';
import { timeWords } from '../texts.ts';
import { describeKind, recipientName } from '../../shop/order-text.ts';
import type { DeskOrder } from '../texts.ts';

/** The forms of the page. */
type FormName = 'making' | 'undo' | 'address' | 'note' | 'resend' | 'refund';

export interface OrderProps {
  order: DeskOrder;
  /** The owner's own. */
  note: string;
  recorded: Recorded | undefined;
  story: readonly Chapter[];
  mails: readonly OrderMail[];
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

export function orderPage(props: OrderProps) {
  const { order, recorded } = props;
  return (
    <>
      <Head {...props} />
      <div className="stack">
        {recorded && <Tracking order={order} recorded={recorded} />}
        <Address {...props} />
        <GiftDetails delivery={order.delivery} />
        <Goods {...props} />
        <Note {...props} />
      </div>
      <div className="stack">
        <Story {...props} />
        <Mails {...props} />
        <Refund {...props} />
        <PersonalData {...props} />
      </div>
    </>
  );
}

function PersonalData({ order, erase }: OrderProps) {
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

function Head({ order, recorded, forms, now }: OrderProps) {
  const { id, delivery, amount, placedAt, sendBy, isBeingMade } = order;
  const { phoneNumber, state } = delivery;
  const today = dayInIndia(now);
  return (
    <div className="full stack">
      <p className="lead">
        <b>{recipientName(delivery)}</b>
        {state && `, ${state}`}
      </p>
      <p className="row">
        <Tag {...describeState(order, recorded, now)} />
        <span>
          {formatRupeesExact(amount)} paid {dayWords(dayInIndia(new Date(placedAt)), today)}
        </span>
      </p>
      {sendBy !== undefined && (
        <div className="row">
          <MakingForm order={order} act={forms.making.act} />
          <a className={isBeingMade ? 'btn' : 'btn line'} href={`/orders/${id}/sent`}>
            Mark as sent
          </a>
        </div>
      )}
      <nav className="quick" aria-label="For this order">
        {phoneNumber && (
          <>
            <a href={phoneLink(phoneNumber)}>
              <Icon name="call" />
              Call
            </a>
            <a href={chatWith(phoneNumber)}>
              <Icon name="wa" />
              WhatsApp
            </a>
          </>
        )}
        <a href={`/orders/${id}/slip`}>
          <Icon name="slip" />
          Slip
        </a>
        <a href={`/orders/${id}/label`}>
          <Icon name="label" />
          Label
        </a>
      </nav>
    </div>
  );
}

function describeState(
  { amount, refunded, sendBy }: DeskOrder,
  recorded: Recorded | undefined,
  now: Date,
): TagProps {
  const tag = (icon: IconName, children: string, tone?: TagProps['tone']) => ({
    icon,
    children,
    tone,
  });
  if (refunded >= amount) return tag('undo', recorded ? 'Sent, refunded' : 'Refunded', 'plain');
  if (recorded) return tag('truck', `Sent ${timeWords(recorded.at, now)}`, 'good');
  if (sendBy === undefined) return tag('tick', 'Closed', 'plain');
  const today = dayInIndia(now);
  if (sendBy < today) return tag('warn', `Late: should have left ${formatWeekday(sendBy)}`, 'bad');
  return tag('clock', `Leaves ${dayWords(sendBy, today)}`);
}

function Tracking({ order, recorded }: { order: DeskOrder; recorded: Recorded }) {
  const { id, delivery } = order;
  const { courier, trackingNumber, trackingUrl } = recorded;
  const name = firstName(delivery);
  return (
    <section className="card" aria-labelledby="h-trk">
      <h2 id="h-trk">
        {courier} {trackingNumber}
      </h2>
      {trackingUrl && (
        <a className="quiet" href={trackingUrl} rel="noreferrer">
          The courier’s page
        </a>
      )}
      <div className="row">
        {delivery.phoneNumber && (
          <a
            className="btn next"
            href={chatWith(delivery.phoneNumber, onItsWayText(order, recorded))}
            aria-label={`Tell ${name} on WhatsApp`}
          >
            <Icon name="wa" />
            Tell {name}
          </a>
        )}
        <a className="quiet" href={`/orders/${id}/correct`}>
          Correct tracking
        </a>
      </div>
    </section>
  );
}

/** The text that the owner sends from the own phone. */
function onItsWayText(
  { id, quote, delivery }: DeskOrder,
  { courier, trackingNumber, trackingUrl }: Recorded,
): string {
  const parcel = quote.quantity === 1 ? `Your ${quote.lines[0]?.name ?? 'gift'}` : 'Your order';
  const number = trackingNumber ? `, tracking number ${trackingNumber}` : '';
  const page = trackingUrl ? `: ${trackingUrl}` : '.';
  return `Hello ${firstName(delivery)}! ${parcel} (${id}) is on its way with ${courier}${number}${page}`;
}

const inputs = [
  { name: 'customerName', label: 'Name', maxLength: 200 },
  { name: 'address', label: 'Full Address', maxLength: 1000, rows: 2 },
  { name: 'landmark', label: 'Landmark', maxLength: 400 },
] as const;

function Address({ order, forms, typed, recorded, isChanged }: OrderProps) {
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

/** Lines of an order with pictures: more would make the page too heavy for a phone. */
const PICTURES = 1;

function Goods({ order: { quote, amount, refunded }, findPicture }: OrderProps) {
  const { lines, quantity, coupon, discount } = quote;
  const hasPictures = lines.length <= PICTURES;
  return (
    <section className="card" aria-labelledby="h-goods">
      <h2 id="h-goods">{count(quantity, 'piece')}</h2>
      <ul className={hasPictures ? 'rows goods' : 'rows goods plain'}>
        {lines.map((line) => (
          <li key={`${line.name} ${describeKind(line)}`}>
            {hasPictures && <GoodsPicture src={findPicture(line.picture.name)} />}
            <span>
              <span className="p">
                {line.quantity} × {line.name}
              </span>
              <br />
              {describeKind(line)}
            </span>
            <span className="a">{formatRupeesExact(line.total)}</span>
          </li>
        ))}
      </ul>
      <dl className="money">
        {coupon && <Sum name={`${coupon.code} (${coupon.percent}% off)`} amount={-discount} />}
        <Sum name="Paid" amount={amount} isAll />
        {refunded > 0 && <Sum name="Went back" amount={-refunded} />}
      </dl>
    </section>
  );
}

/** A square; an empty one for a product that is no longer sold. */
function GoodsPicture({ src }: { src: string | undefined }) {
  if (src === undefined) return <span className="pic" />;
  return <img className="pic" src={src} width={64} height={64} alt="" loading="lazy" />;
}

function Sum({ name, amount, isAll = false }: { name: string; amount: number; isAll?: boolean }) {
  return (
    <div className={isAll ? 'all' : undefined}>
      <dt>{name}</dt>
      <dd>{formatRupeesExact(amount)}</dd>
    </div>
  );
}

function Note({ order, note, forms, typed, isChanged }: OrderProps) {
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
