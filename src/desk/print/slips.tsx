// What is printed: slips and labels of one order or several.
import { Hono } from 'hono';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { Database } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { readQuery } from '../../server/platform/http/request.ts';
import { brand } from '../../shop/brand.ts';
import { dayInIndia, formatWeekday } from '../../shop/dates.ts';
import { addressLines, describeKind, phoneText, recipientName } from '../../shop/order-text.ts';
import { isOrderId, readDeskOrders, readOrderId } from '../orders/order-rows.ts';
import { Brand, sendDocument } from '../page.tsx';
import type { Desk } from '../page.tsx';
import { Icon, Message, PrintButton } from '../parts.tsx';
import { Qr } from '../qr-code.tsx';
import { count } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';
import { fitText } from './fit-text.ts';

interface PaperParts {
  db: Database;
  /** The desk's own address. */
  origin: string;
}

/** Orders in one print. */
export const SHEETS = 40;

/** Returns the routes with their full paths. */
export function paperRoutes({ db, origin }: PaperParts): Hono<ServerEnv> {
  const print = async (c: Desk, draw: typeof slipsPage, title: string, ids: string[]) => {
    const orders = await readDeskOrders(db, ids.slice(0, SHEETS));
    const rest = ids.slice(SHEETS);
    if (orders.length === 0) {
      throw new ProblemError(404, 'There is no order to print. Please choose it on Today.');
    }
    const back = ids.length === 1 ? `/orders/${ids[0]}` : '/';
    return sendDocument(c, { title, look: 'paper' }, draw({ orders, origin, back, rest }));
  };
  return new Hono<ServerEnv>()
    .get('/slips', (c) => print(c, slipsPage, 'Slips', readIds(c)))
    .get('/labels', (c) => print(c, labelsPage, 'Labels', readIds(c)))
    .get('/orders/:id/slip', (c) => print(c, slipsPage, 'Slip', [readOrderId(c)]))
    .get('/orders/:id/label', (c) => print(c, labelsPage, 'Label', [readOrderId(c)]));
}

const IdsQuery = v.object({ ids: v.optional(v.pipe(v.string(), v.maxLength(1_000)), '') });

/** Returns the ids of the query, `?ids=MA-1,MA-2`. */
function readIds(c: Desk): string[] {
  const ids = readQuery(c, IdsQuery).ids.split(',');
  return [...new Set(ids)].filter(isOrderId);
}

interface PaperProps {
  orders: readonly DeskOrder[];
  /** The desk's own address, for the QR code. */
  origin: string;
  /** Where 'Back' leads. */
  back: string;
  /** The ids of those that do not fit in one print. */
  rest?: readonly string[] | undefined;
}

/** Two slips on a sheet of A4; a long one has a sheet of its own, or several. */
export function slipsPage({ orders, origin, back, rest }: PaperProps) {
  const ids = orders.map(({ id }) => id).join(',');
  const labels = orders.length > 1 && { href: `/labels?ids=${ids}`, label: 'Labels' };
  return (
    <Paper
      heading={orders.length === 1 ? 'Slip' : `${orders.length} slips`}
      back={back}
      path="/slips"
      rest={rest}
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
export function labelsPage({ orders, origin, back, rest }: PaperProps) {
  const isOne = orders.length === 1;
  const sheets = Array.from({ length: Math.ceil(orders.length / LABELS) }, (_, i) =>
    orders.slice(i * LABELS, (i + 1) * LABELS),
  );
  return (
    <Paper
      heading={isOne ? 'Label' : `${orders.length} labels`}
      back={back}
      path="/labels"
      rest={rest}
    >
      {orders.filter(isCut).map(({ id }) => (
        <Message
          tone="warn"
          title={`The address of ${id} is too long for its label: its end may be cut off.`}
          key={id}
        >
          Write it by hand, or <a href={`/orders/${id}`}>shorten it in the order</a>.
        </Message>
      ))}
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

interface FrameProps extends Pick<PaperProps, 'back' | 'rest'> {
  heading: string;
  path: string;
  href?: string;
  label?: string;
  children: ReactNode;
}

function Paper({ heading, back, path, rest = [], href, label, children }: FrameProps) {
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
        {rest.length > 0 && (
          <a className="btn line" href={`${path}?ids=${rest.join(',')}`}>
            The other {rest.length}
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
        <p className="brand">
          <Brand />
        </p>
        <Sender />
      </header>
      <div className="hd">
        <div>
          <h2>For</h2>
          <Recipient lines={[recipientName(delivery), ...addressLines(delivery)]} space={onSlip} />
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
          <b>Made by hand for you. Keep it cool and dry.</b>
          <br />A question? Write to {brand.email} with the order number.
        </p>
      </div>
    </article>
  );
}

/** Points and millimetres for name and address, as print.css has them. */
const onLabel = { sizes: [15, 12, 10, 8, 6], width: 86, height: 56 };
const onSlip = { sizes: [12, 10, 8, 6], width: 82, height: 42 };

const isCut = ({ delivery }: DeskOrder) => !fitText(labelLines(delivery), onLabel).fits;

/** What stands above the PIN code on a label. */
const labelLines = (delivery: DeskOrder['delivery']) => [
  recipientName(delivery),
  ...addressLines({ ...delivery, pincode: '' }),
];

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
      <Recipient lines={labelLines(delivery)} space={onLabel}>
        <span className="pin">{pincode}</span>
        {phoneNumber && <span>{phoneText(phoneNumber)}</span>}
      </Recipient>
      <p className="care">
        <Icon name="up" />
        Chocolate: keep cool, this side up
        <Icon name="up" />
      </p>
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

interface RecipientProps {
  lines: readonly string[];
  space: typeof onLabel;
  /** Never cut off. */
  children?: ReactNode;
}

/** Who gets it: smaller if it is long. */
function Recipient({ lines: all, space, children }: RecipientProps) {
  const {
    size,
    lines: [name, ...lines],
  } = fitText(all, space);
  return (
    <address className={`to pt${size}`}>
      <div>
        <b dir="auto">{name}</b>
        {lines.map((line, at) => (
          <span className="ln" dir="auto" key={at}>
            {line}
          </span>
        ))}
      </div>
      {children}
    </address>
  );
}
