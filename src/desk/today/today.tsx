// Today: what needs the owner, what is to be made, and what has to leave.
import { addDays, formatWeekday } from '../../shop/dates.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { Mark } from '../page.tsx';
import { Hidden, Icon, Tag } from '../parts.tsx';
import { chatWith, count, dayWords } from '../texts.ts';
import { describeKind, listPieces, recipientName } from '../../shop/order-text.ts';
import type { DeskOrder } from '../texts.ts';

/** An order that is not sent, with the id of the act of its form. */
export interface Job extends DeskOrder {
  sendBy: string;
  act: string;
}

/** One kind of piece that is to be made. */
export interface Sum {
  name: string;
  /** 'Kids · Dairy Milk'. */
  kind: string;
  /** What has to leave by today, and on the next day. */
  now: number;
  next: number;
  /** How many of these are being made. */
  making: number;
}

/** Something that only a person can settle. */
export interface Need {
  /** What differs: '₹799.00 came, but the price is now ₹899.00'. */
  title: string;
  /** Who, and what it means. */
  detail: string;
  /** Ten digits. */
  phone?: string | undefined;
  /** The payment to give back, its amount, and the id of the act. */
  refund?: { paymentId: string; money: string; act: string } | undefined;
  /** Where to look, if nothing is to be given back. */
  look?: { href: string; label: string } | undefined;
  /** The id of the order that it is about. */
  order?: string | undefined;
}

interface TodayProps {
  /** ISO date. */
  today: string;
  /** How many orders there are, which may be more than the lists have. */
  counts: { late: number; today: number; tomorrow: number };
  late: readonly Job[];
  now: readonly Job[];
  tomorrow: readonly Job[];
  sums: readonly Sum[];
  needs: readonly Need[];
  /** The next order after tomorrow. */
  next?: DeskOrder | undefined;
  /** There are more orders than the lists have. */
  hasMore: boolean;
}

export function todayPage(props: TodayProps) {
  const { today, counts, late, now, tomorrow, needs, hasMore } = props;
  const isEmpty = late.length + now.length + tomorrow.length === 0;
  return (
    <>
      {!isEmpty && <Headline {...props} />}
      {needs.length > 0 && <Needs needs={needs} />}
      {!isEmpty && <ToMake {...props} />}
      <Jobs name="Late" orders={late} today={today} note={lateNote(late, counts.late)} />
      <Jobs name="Today" orders={now} today={today} note={String(counts.today)} />
      <Jobs
        name="Tomorrow"
        orders={tomorrow}
        today={today}
        note={`${counts.tomorrow}, leave ${formatWeekday(addDays(today, 1))}`}
      />
      {hasMore && (
        <p>
          These are the first of them. <a href="/orders">See all orders</a>
        </p>
      )}
      {isEmpty && <Nothing {...props} />}
    </>
  );
}

function lateNote(late: readonly Job[], all: number): string {
  const [first, last] = [late[0], late.at(-1)];
  if (!first || !last) return '';
  const since = first.sendBy === last.sendBy ? 'should have left' : 'the first should have left';
  return `${all}, ${since} ${formatWeekday(first.sendBy)}`;
}

/** In one print: what has to leave by today, or else tomorrow. */
const PAPERS = 40;

function Headline({ counts, late, now, tomorrow }: TodayProps) {
  const due = [...late, ...now];
  const ids = (due.length > 0 ? due : tomorrow).slice(0, PAPERS).map(({ id }) => id);
  return (
    <div className="headline stack">
      <p className="lead">
        {counts.late > 0 && (
          <>
            <b className="late">{counts.late} late</b>,{' '}
          </>
        )}
        <b>{counts.today} today</b>, <b>{counts.tomorrow} tomorrow</b>
      </p>
      <p className="tools">
        <a className="btn line" href="/orders/several">
          <Icon name="truck" />
          Mark several as sent
        </a>
        <a className="btn line" href={`/slips?ids=${ids.join(',')}`}>
          <Icon name="print" />
          Slips
        </a>
      </p>
    </div>
  );
}

function Needs({ needs }: Pick<TodayProps, 'needs'>) {
  return (
    <section className="sec" aria-labelledby="h-need">
      <header>
        <h2 id="h-need">Needs you</h2>
        <span className="n">{needs.length}</span>
      </header>
      {needs.map((need) => (
        <div className="card need" key={`${need.title} ${need.detail}`}>
          <p className="big">{need.title}</p>
          <p>{need.detail}</p>
          <div className="row">
            {need.refund && (
              <form method="post" action={`/payments/${need.refund.paymentId}/refund`}>
                <Hidden act={need.refund.act} />
                <button className="btn">Refund {need.refund.money}</button>
              </form>
            )}
            {need.look && (
              <a className="btn" href={need.look.href}>
                {need.look.label}
              </a>
            )}
            {need.order && (
              <a className="quiet" href={`/orders/${need.order}`}>
                {need.order}
              </a>
            )}
            {need.phone && (
              <a className="quiet" href={chatWith(need.phone)}>
                <Icon name="wa" />
                WhatsApp
              </a>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}

function ToMake({ sums, today }: TodayProps) {
  const next = addDays(today, 1);
  const all = (column: 'now' | 'next') => sums.reduce((sum, each) => sum + each[column], 0);
  return (
    <section className="sec make" aria-labelledby="h-make">
      <header>
        <h2 id="h-make">To make</h2>
      </header>
      <div className="card">
        <table className="sum">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Piece</span>
              </th>
              <th scope="col">Now</th>
              <th scope="col">{formatWeekday(next).split(' ', 2).join(' ')}</th>
            </tr>
          </thead>
          <tbody>
            {sums.map((sum) => (
              <tr key={`${sum.name} ${sum.kind}`}>
                <th scope="row">
                  <b>{sum.name}</b>
                  {sum.kind}{' '}
                  {sum.making > 0 && (
                    <small>
                      {sum.kind && '· '}
                      {sum.making} being made
                    </small>
                  )}
                </th>
                <td className={sum.now === 0 ? 'o' : undefined}>{sum.now || '–'}</td>
                <td className={sum.next === 0 ? 'o' : 't'}>{sum.next || '–'}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All pieces</th>
              <td>{all('now')}</td>
              <td>{all('next')}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

interface JobsProps {
  name: 'Late' | 'Today' | 'Tomorrow';
  orders: readonly Job[];
  today: string;
  note: string;
}

function Jobs({ name, orders, today, note }: JobsProps) {
  if (orders.length === 0) return null;
  const id = `h-${name.toLowerCase()}`;
  return (
    <section className="sec" aria-labelledby={id}>
      <header>
        <h2 id={id}>{name}</h2>
        <span className="n">{note}</span>
      </header>
      <div className="stack">
        {orders.map((order) => (
          <JobCard order={order} today={today} key={order.id} />
        ))}
      </div>
    </section>
  );
}

function JobCard({ order, today }: { order: Job; today: string }) {
  const { id, quote, delivery, isBeingMade } = order;
  return (
    <article className="card job" id={id} aria-label={id}>
      <div className="stack">
        <Tags order={order} today={today} />
        <ul className="what">
          {quote.lines.map((line) => (
            <li key={`${line.name} ${describeKind(line)}`}>
              <span className="q">{line.quantity}</span>
              <span>
                <span className="p">{line.name}</span>
                {describeKind(line)}
              </span>
            </li>
          ))}
        </ul>
        <GiftDetails delivery={delivery} isShort />
        <p className="whom">
          <span>
            {recipientName(delivery)}
            <span className="city">, {delivery.state}</span>
          </span>{' '}
          <a href={`/orders/${id}`}>{id}</a>
        </p>
      </div>
      <footer>
        <MakingForm order={order} act={order.act} from="today" />
        <a className={`btn ${isBeingMade ? 'next' : 'line'}`} href={`/orders/${id}/sent`}>
          Mark as sent
        </a>
      </footer>
    </article>
  );
}

function Tags({
  order: { sendBy, isPaidInPause, refunded },
  today,
}: {
  order: Job;
  today: string;
}) {
  const days = Math.max(0, (Date.parse(today) - Date.parse(sendBy)) / 86_400_000);
  if (days === 0 && !isPaidInPause && refunded === 0) return null;
  return (
    <p className="tags">
      {days > 0 && (
        <Tag tone="bad" icon="warn">
          {count(days, 'day')} late
        </Tag>
      )}
      {isPaidInPause && <Tag icon="clock">Paid after you paused</Tag>}
      {refunded > 0 && (
        <Tag tone="plain" icon="undo">
          {formatRupeesExact(refunded)} went back
        </Tag>
      )}
    </p>
  );
}

/** The day on which the gift is needed, and the gift note. `isShort`: cut off after five lines. */
export function GiftDetails({
  delivery: { neededBy, giftNote },
  isShort = false,
}: Pick<DeskOrder, 'delivery'> & { isShort?: boolean }) {
  if (!neededBy && !giftNote) return null;
  return (
    <ul className="must">
      {neededBy && (
        <li>
          <Icon name="cal" small />
          <span>
            Needed by <b>{formatWeekday(neededBy)}</b>
          </span>
        </li>
      )}
      {giftNote && (
        <li>
          <Icon name="gift" small />
          <span className={isShort ? 'clamp' : 'lines'}>
            <span className="sr">Gift note: </span>“{giftNote}”
          </span>
        </li>
      )}
    </ul>
  );
}

/** The button that says that an order is being made, or takes it back. `from`: the page to return to. */
export function MakingForm({
  order: { id, revision, isBeingMade },
  act,
  from,
}: {
  order: DeskOrder;
  act: string;
  from?: 'today';
}) {
  return (
    <form method="post" action={`/orders/${id}/making`}>
      <Hidden act={act} rev={revision} />
      {from && <input type="hidden" name="from" value={from} />}
      <input type="hidden" name="making" value={isBeingMade ? 'no' : 'yes'} />
      <button className="tick" aria-pressed={isBeingMade}>
        Being made
      </button>
    </form>
  );
}

function Nothing({ next, today }: TodayProps) {
  return (
    <div className="card empty">
      <Mark />
      <h2>Nothing to make today</h2>
      <p>
        Every order has left.
        {next?.sendBy !== undefined &&
          ` The next one goes ${goes(next.sendBy, today)}: ${listPieces(next)}, for ${recipientName(next.delivery)}, ${next.delivery.state}.`}
      </p>
      <a className="quiet" href="/orders">
        See all orders
      </a>
    </div>
  );
}

function goes(day: string, today: string): string {
  const words = dayWords(day, today);
  return words.includes(' ') ? `on ${words}` : words;
}

/** Returns the page's name: 'Tue 1 December'. */
export const todayTitle = (today: string) => formatWeekday(today, 'long');
