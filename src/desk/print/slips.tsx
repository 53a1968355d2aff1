// What is printed: slips that lie in the parcel, and labels that stick on it. Nothing on either says what was paid.
import type { ReactNode } from 'react';
import { brand } from '../../shop/brand.ts';
import { dayInIndia, formatWeekday } from '../../shop/dates.ts';
import { Mark } from '../page.tsx';
import { Icon, PrintButton } from '../parts.tsx';
import { Qr } from '../qr-code.tsx';
import { count } from '../texts.ts';
import { addressLines, describeKind, recipientName } from '../../shop/order-text.ts';
import type { DeskOrder } from '../texts.ts';

interface PaperProps {
  orders: readonly DeskOrder[];
  /** The desk's own address, for the QR code. */
  origin: string;
  /** Where 'Back' leads. */
  back: string;
}

/** A sheet of A4 for each order. */
export function slipsPage({ orders, origin, back }: PaperProps) {
  const ids = orders.map(({ id }) => id).join(',');
  const labels = orders.length > 1 && { href: `/labels?ids=${ids}`, label: 'Labels' };
  return (
    <Paper
      heading={orders.length === 1 ? 'Slip' : `${orders.length} slips`}
      back={back}
      {...labels}
    >
      {orders.map((order) => (
        <Slip order={order} origin={origin} key={order.id} />
      ))}
    </Paper>
  );
}

/** How many labels an A4 sheet has. */
const LABELS = 4;

/** Labels for a printer of labels, 100 × 150 mm, if there is one order; else four on a sheet of A4. */
export function labelsPage({ orders, origin, back }: PaperProps) {
  const isOne = orders.length === 1;
  const sheets = Array.from({ length: Math.ceil(orders.length / LABELS) }, (_, i) =>
    orders.slice(i * LABELS, (i + 1) * LABELS),
  );
  return (
    <Paper heading={isOne ? 'Label' : `${orders.length} labels`} back={back}>
      {sheets.map((sheet) => (
        <div className={isOne ? 'sheet lab' : 'sheet four'} key={sheet[0]?.id}>
          {sheet.map((order) => (
            <Label order={order} origin={origin} key={order.id} />
          ))}
        </div>
      ))}
    </Paper>
  );
}

interface FrameProps {
  heading: string;
  back: string;
  href?: string;
  label?: string;
  children: ReactNode;
}

function Paper({ heading, back, href, label, children }: FrameProps) {
  return (
    <>
      <header className="bar2">
        <a className="quiet" href={back}>
          <Icon name="back" />
          Back
        </a>
        <h1>{heading}</h1>
        {href && (
          <a className="btn line" href={href}>
            <Icon name="label" />
            {label}
          </a>
        )}
        <PrintButton look="btn" />
      </header>
      <main id="main">{children}</main>
    </>
  );
}

function Slip({ order, origin }: { order: DeskOrder; origin: string }) {
  const { id, quote, delivery, placedAt } = order;
  const { neededBy, giftNote } = delivery;
  const placed = dayInIndia(new Date(placedAt));
  return (
    <article className="sheet slip" aria-label={`Slip ${id}`}>
      <header>
        <p className="word">
          <Mark />
          <b>{brand.name}</b>
        </p>
        <Sender />
      </header>
      <div className="hd">
        <div>
          <h2>For</h2>
          <Recipient order={order} />
        </div>
        <div>
          <h2>Order</h2>
          <p className="to">
            <b>{id}</b>
          </p>
          <p>
            Ordered {formatWeekday(placed, 'long')} {placed.slice(0, 4)}
            {neededBy && (
              <>
                <br />
                Needed by <b>{formatWeekday(neededBy, 'long')}</b>
              </>
            )}
          </p>
        </div>
      </div>
      <ul>
        {quote.lines.map((line) => (
          <li className="it" key={`${line.name} ${describeKind(line)}`}>
            <span className="q">{line.quantity}</span>
            <span>
              <b>{line.name}</b>
              <br />
              {describeKind(line)}
            </span>
            <span className="bx" />
          </li>
        ))}
      </ul>
      {giftNote && (
        <section className="gift">
          <h2>A note for you</h2>
          <p className="lines">{giftNote}</p>
        </section>
      )}
      <div className="end">
        <Qr text={`${origin}/orders/${id}/sent`} label="QR code: opens Mark as sent" />
        <p>
          <b>Keep cool and dry.</b> A question? Write to {brand.email} with the order number.
        </p>
      </div>
    </article>
  );
}

function Label({ order, origin }: { order: DeskOrder; origin: string }) {
  const { id, quote, delivery } = order;
  const { pincode, phoneNumber } = delivery;
  return (
    <article className="post" aria-label={id}>
      <p className="rt">
        From <b>{brand.name}</b>, {brand.phoneDisplay}
        {brand.address !== '' && (
          <>
            <br />
            {brand.address}
          </>
        )}
      </p>
      <Recipient order={{ ...order, delivery: { ...delivery, pincode: '' } }}>
        <span className="pin">{pincode}</span>
        {phoneNumber && <span>+91 {groupPhone(phoneNumber)}</span>}
      </Recipient>
      <p className="care">Chocolate: keep cool, this side up</p>
      <div className="bt">
        <p>
          <b>{id}</b>
          <br />
          {count(quote.quantity, 'piece')}
        </p>
        <Qr text={`${origin}/orders/${id}/sent`} label="QR code: opens Mark as sent" />
      </div>
    </article>
  );
}

/** Returns '98765 43210'. */
export const groupPhone = (digits: string) => `${digits.slice(0, 5)} ${digits.slice(5)}`;

function Sender() {
  return (
    <p>
      {brand.address !== '' && (
        <>
          {brand.address}
          <br />
        </>
      )}
      {brand.phoneDisplay} · {brand.email}
    </p>
  );
}

function Recipient({ order: { delivery }, children }: { order: DeskOrder; children?: ReactNode }) {
  return (
    <address className="to">
      <b>{recipientName(delivery)}</b>
      {addressLines(delivery).map((line) => (
        <span className="ln" key={line}>
          {line}
        </span>
      ))}
      {children}
    </address>
  );
}
