// One order on one page: what is to be made and the gift note first, the money that can leave last.
import type { ActKind } from '../../server/acts/acts.ts';
import { sumRefunds } from '../../server/orders/order-events.ts';
import { dayInIndia, formatWeekday } from '../../shop/dates.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { describeKind, recipientName } from '../../shop/order-text.ts';
import { drawForm, readDoneAct } from '../form.ts';
import { sendPage } from '../page.tsx';
import type { Desk, DeskPage } from '../page.tsx';
import { Icon, nothingTyped, Tag } from '../parts.tsx';
import type { DrawnForm, IconName, TagProps, Typed } from '../parts.tsx';
import { chatWith, count, dayWords, firstName, timeWords } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';
import { describeLast, listHistory, Story } from './history.tsx';
import { Address, Note, PersonalData, Promised, Refund } from './order-forms.tsx';
import type { OrderProps } from './order-forms.tsx';
import { ContactLinks, GiftDetails, MakingForm } from './order-parts.tsx';
import { noOrder, toDeskOrder, toRecorded } from './order-rows.ts';
import type { OrderParts, Recorded } from './order-rows.ts';
import { readOrderStory } from './read-order.ts';
import type { OrderStory } from './read-order.ts';

export function orderPage(props: OrderProps) {
  const { order, recorded } = props;
  return (
    <>
      <Head {...props} />
      <div className="stack">
        <Goods {...props} />
        <GiftDetails delivery={order.delivery} note={order.note} />
        <Links {...props} />
        {recorded && <Tracking order={order} recorded={recorded} />}
        <Address {...props} />
      </div>
      <div className="stack">
        <Story {...props} />
        <div className="list">
          <Note {...props} />
          <Promised {...props} />
          <Refund {...props} />
          <PersonalData {...props} />
        </div>
      </div>
    </>
  );
}

function Head({ order, recorded, now }: OrderProps) {
  const { delivery, amount, placedAt } = order;
  const { state } = delivery;
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
    </div>
  );
}

/** What is done with the order most, and the ways to its shopper and on paper. */
function Links({ order, forms }: OrderProps) {
  const { id, delivery, sendBy } = order;
  const { phoneNumber } = delivery;
  return (
    <div className="quick">
      {sendBy !== undefined && (
        <div>
          <MakingForm order={order} act={forms.making.act} />
          <a className="btn" href={`/orders/${id}/sent`}>
            Mark as sent
          </a>
        </div>
      )}
      <nav aria-label="For this order">
        {phoneNumber && <ContactLinks phone={phoneNumber} look="btn line" />}
        <a className="btn line" href={`/orders/${id}/slip`}>
          <Icon name="slip" />
          Slip
        </a>
        <a className="btn line" href={`/orders/${id}/label`}>
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
        {trackingUrl && (
          <a className="quiet" href={trackingUrl} rel="noreferrer">
            The courier’s page
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
      {/* Else the head has it. */}
      {(lines.length > 1 || coupon || refunded > 0) && (
        <dl className="money">
          {coupon && <Sum name={`${coupon.code} (${coupon.percent}% off)`} amount={-discount} />}
          <Sum name="Paid" amount={amount} isAll />
          {refunded > 0 && <Sum name="Went back" amount={-refunded} />}
        </dl>
      )}
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
    <div className={isAll ? 'big' : undefined}>
      <dt>{name}</dt>
      <dd>{formatRupeesExact(amount)}</dd>
    </div>
  );
}

interface Shown extends Pick<DeskPage, 'notice' | 'status'> {
  typed?: Typed;
  /** The act of the form that was refused. */
  refused?: ActKind | undefined;
}

/** The page of an order, by default with what its last form did. Throws a 404 problem. */
export async function showOrder(
  c: Desk,
  { db, clock, findPicture }: OrderParts,
  id: string,
  shown: Shown = {},
) {
  const now = clock();
  const story = await readOrderStory(db, id, now);
  if (story === undefined) throw noOrder(id);
  const { quote, delivery, events } = story;
  const order = toDeskOrder(story.order, { quote, delivery }, sumRefunds(events));
  const recorded = toRecorded(events, story.undoUntil);
  const rev = order.revision;
  const draw = (kind: ActKind, showsRevision = true): DrawnForm => {
    const typed = kind === shown.refused ? shown.typed : undefined;
    return { ...drawForm(showsRevision ? rev : undefined, typed), typed: typed ?? nothingTyped };
  };
  const forms = {
    making: draw('making'),
    undo: draw('undo'),
    address: draw('correct address'),
    email: draw('correct e-mail'),
    note: draw('note'),
    resend: draw('resend', false),
    late: draw('late'),
    again: draw('make again'),
    refund: draw('refund'),
    erase: draw('delete account', false),
  };
  const doneAct = await readDoneAct(c, db);
  const body = orderPage({
    order,
    recorded,
    story: listHistory(story),
    forms,
    hasAccount: story.hasAccount,
    disputed: sumDisputes(story, ({ ended_at }) => ended_at === null),
    lost: sumDisputes(story, ({ state }) => state === 'lost'),
    findPicture,
    now,
  });
  const {
    notice = describeLast(
      doneAct?.subject === id ? doneAct : undefined,
      order,
      recorded,
      forms.undo,
    ),
    status,
  } = shown;
  return sendPage(c, { title: id, current: 'orders', main: 'order', notice, body, status });
}

/** Returns the sum of these disputes of the order's own payment, in paise. */
function sumDisputes(
  { disputes, order }: OrderStory,
  isOne: (dispute: OrderStory['disputes'][number]) => boolean,
): number {
  return disputes
    .filter((each) => each.payment_id === order.provider_payment_id && isOne(each))
    .reduce((sum, { amount }) => sum + amount, 0);
}
