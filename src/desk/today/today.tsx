// Today: what needs the owner, what is to be made, and what has to leave.
import { Hono } from 'hono';
import * as v from 'valibot';
import { postponeAll, setMaking, settleMail } from '../../server/orders/change-order.ts';
import type { DueCounts, OpenOrder } from '../../server/orders/open-orders.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { addDays, dayInIndia, formatWeekday } from '../../shop/dates.ts';
import { promisedDay } from '../../shop/forms/owner.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { describeKind, recipientName } from '../../shop/order-text.ts';
import { startBy } from '../../shop/order.ts';
import {
  actField,
  ActForm,
  changedMeanwhile,
  changing,
  drawForm,
  INCOMPLETE,
  performForm,
  readDoneAct,
  unchanged,
  warn,
} from '../form.ts';
import { OtherParts, readPart } from '../long-list.tsx';
import type { Part } from '../long-list.tsx';
import { closed, notLater } from '../orders/order-changes.ts';
import { Late } from '../orders/order-forms.tsx';
import { showOrder } from '../orders/order-page.tsx';
import { GiftDetails, MakingForm } from '../orders/order-parts.tsx';
import { noOrder, readOrderId } from '../orders/order-rows.ts';
import type { OrderParts } from '../orders/order-rows.ts';
import { Mark, sendPage } from '../page.tsx';
import type { Desk, DeskPage } from '../page.tsx';
import { Icon, nothingTyped, Tag, unbroken } from '../parts.tsx';
import type { DrawnForm, Typed } from '../parts.tsx';
import { SHEETS } from '../print/slips.tsx';
import { count } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';
import { MOST_ORDERS, readToday } from './read-today.ts';
import { describeSent, SentToday } from './sent-today.tsx';
import type { SentProps } from './sent-today.tsx';
import { ToMake } from './to-make.tsx';
import type { Sum } from './to-make.tsx';
import { Tasks, toDispute, toLostMail, toMissed, toPaused, toQuestion, toTask } from './tasks.tsx';
import type { Task } from './tasks.tsx';

/** Returns the routes with their full paths. */
export function todayRoutes(parts: OrderParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/', (c) => showToday(c, parts))
    .post('/orders/:id/making', (c) => mark(c, parts, readOrderId(c)))
    .post('/orders/:id/settle', (c) => settle(c, parts, readOrderId(c)))
    .post('/late', (c) => postponeOpen(c, parts));
}

const SettleForm = v.object({
  act: actField,
  mail: v.pipe(v.string(), v.maxLength(200, INCOMPLETE)),
});

/** Somebody has seen to what an e-mail would have said. */
function settle(c: Desk, parts: OrderParts, id: string) {
  return performForm(c, SettleForm, {
    kind: 'settle mail',
    subject: id,
    perform: ({ mail }, act) => settleMail(parts, id, mail, act),
    refusals: { none: warn('There is nothing to settle: look at Today once more.') },
    missing: noOrder(id),
    show: ({ notice, status }) => showToday(c, parts, { notice, status }),
    next: '/',
  });
}

const MarkForm = v.object({
  ...changing,
  making: v.picklist(['yes', 'no'], INCOMPLETE),
  from: v.optional(v.string()),
});

/** From Today it leads back to the card, from the order to the order. */
function mark(c: Desk, parts: OrderParts, id: string) {
  return performForm(c, MarkForm, {
    kind: 'making',
    subject: id,
    perform: (form, act) => setMaking(parts, id, form.making === 'yes', act),
    refusals: { closed, unchanged },
    missing: noOrder(id),
    show: ({ notice, status }, { from }) => {
      const shown = { notice, status };
      return from === 'today' ? showToday(c, parts, shown) : showOrder(c, parts, id, shown);
    },
    meanwhile: () => changedMeanwhile(`Look at ${id} once more.`),
    next: ({ from }) => (from === 'today' ? `/?from=${id}#${id}` : `/orders/${id}`),
  });
}

/** Promises a later day for all open orders. */
function postponeOpen(c: Desk, parts: OrderParts) {
  const day = promisedDay(dayInIndia(parts.clock()));
  return performForm(c, v.object({ ...ActForm.entries, day }), {
    kind: 'late all',
    subject: 'shop',
    perform: (form, act) => postponeAll(parts, form.day, act),
    refusals: { 'not later': notLater },
    show: ({ isOther: _isOther, ...shown }) => showToday(c, parts, shown),
    next: '/',
  });
}

/** Cards on one page, the earliest first: more would weigh too much for a phone. The sums have all. */
const CARDS = 30;

interface Shown extends Pick<DeskPage, 'notice' | 'status'> {
  /** In the form for all open orders, if it was refused. */
  typed?: Typed;
}

/** Today, by default with what its last form did. */
export async function showToday(
  c: Desk,
  { db, clock }: Pick<OrderParts, 'db' | 'clock'>,
  shown: Shown = {},
) {
  const now = clock();
  const today = await readToday(db, now);
  const doneAct = await readDoneAct(c, db);
  const { disputes, payments, attempts, mails, missed, paused } = today.needsYou;
  const open = [today.late, today.today, today.tomorrow, today.later].flat();
  const ids = open.map(({ id }) => id);
  const part = readPart(c, ids, CARDS);
  const onPage = new Set(open.slice(part.start, part.end));
  const draw = (orders: readonly OpenOrder[]) =>
    orders.filter((order) => onPage.has(order)).map(toJob);
  const due = [[...today.late, ...today.today], today.tomorrow, today.later];
  const body = todayPage({
    today: today.day,
    counts: today.counts,
    due: (due.find(({ length }) => length > 0) ?? []).map(({ id }) => id),
    lateNote: lateNote(today.late, today.counts.late),
    part,
    late: draw(today.late),
    now: draw(today.today),
    tomorrow: draw(today.tomorrow),
    later: draw(today.later),
    sums: today.toMake.map(({ name, versionName = '', chocolate = '', ...sum }) => {
      return { ...sum, name, kind: describeKind({ versionName, chocolate }) };
    }),
    tasks: [
      missed.map(toMissed),
      paused.map(toPaused),
      disputes.map((dispute) => toDispute(dispute, now)),
      payments.map((payment) => toTask(payment, now)),
      attempts.map((attempt) => toQuestion(attempt, now)),
      mails.map(toLostMail),
    ],
    hasMore: today.hasMore,
    sent: today.sent.map((each) => ({ ...each, act: drawForm().act })),
    moreSent: today.moreSent,
    postpone: { ...drawForm(undefined, shown.typed), typed: shown.typed ?? nothingTyped },
  });
  const title = todayTitle(today.day);
  const { notice = doneAct && describeSent(doneAct, today.sent), status } = shown;
  return sendPage(c, { title, current: 'today', main: 'today', notice, body, status });
}

const toJob = (order: OpenOrder): Job => ({ ...order, act: drawForm().act });

/** An order that is not sent, with the id of the act of its form. */
export interface Job extends DeskOrder {
  sendBy: string;
  act: string;
}

export interface TodayProps extends SentProps {
  /** ISO date. */
  today: string;
  /** How many orders there are, which may be more than the lists have. */
  counts: DueCounts;
  /** The ids of all that leave first: by today, or else on the next day, or later. */
  due: readonly string[];
  /** How many are late, and since when. */
  lateNote: string;
  /** What of all orders the lists have. */
  part: Part;
  late: readonly Job[];
  now: readonly Job[];
  tomorrow: readonly Job[];
  later: readonly Job[];
  sums: readonly Sum[];
  /** By kind. */
  tasks: readonly (readonly Task[])[];
  /** There are more orders than were read. */
  hasMore: boolean;
  /** The form for all open orders. */
  postpone: DrawnForm;
}

export function todayPage(props: TodayProps) {
  const { today, counts, late, now, tomorrow, later, tasks, hasMore, postpone } = props;
  const all = counts.late + counts.today + counts.tomorrow + counts.later;
  const isEmpty = all === 0;
  return (
    <>
      {!isEmpty && <Headline {...props} />}
      <Tasks tasks={tasks} />
      {!isEmpty && <ToMake {...props} />}
      <Jobs name="Late" orders={late} today={today} note={props.lateNote} />
      <Jobs name="Today" orders={now} today={today} note={String(counts.today)} />
      <Jobs
        name="Tomorrow"
        orders={tomorrow}
        today={today}
        note={`${counts.tomorrow}, leave ${formatWeekday(addDays(today, 1))}`}
      />
      <Jobs name="Next days" orders={later} today={today} note={String(counts.later)} />
      <OtherParts {...props.part} path="/" all={all} />
      {hasMore && <p>Cards, slips and ‘To make’ have the first {MOST_ORDERS} of them only.</p>}
      {!isEmpty && (
        <div className="list">
          <Late
            action="/late"
            form={postpone}
            hint="All open orders that are promised for an earlier day leave by then. Each shopper of these gets one e-mail."
            button="Tell the shoppers"
          />
        </div>
      )}
      {isEmpty && <Nothing />}
      <SentToday {...props} />
    </>
  );
}

function lateNote(late: readonly OpenOrder[], all: number): string {
  const [first, last] = [late[0], late.at(-1)];
  if (!first || !last) return '';
  const since = first.sendBy === last.sendBy ? 'should have left' : 'the first should have left';
  return `${all}, ${since} ${formatWeekday(first.sendBy)}`;
}

function Headline({ counts, due }: TodayProps) {
  const prints = Array.from({ length: Math.ceil(due.length / SHEETS) }, (_, i) =>
    due.slice(i * SHEETS, (i + 1) * SHEETS),
  );
  return (
    <div className="headline stack">
      <p className="lead">
        {counts.late > 0 && (
          <>
            <b className="nb late">{counts.late} late</b>,{' '}
          </>
        )}
        <b className="nb">{counts.today} today</b>, <b className="nb">{counts.tomorrow} tomorrow</b>
        , <b className="nb">{counts.later} later</b>
      </p>
      <p className="tools">
        <a className="btn line" href="/orders/several">
          <Icon name="truck" />
          Mark several as sent
        </a>
        {prints.map((ids, i) => (
          <a className="btn line" href={`/slips?ids=${ids.join(',')}`} key={ids[0]}>
            <Icon name="print" />
            Slips{prints.length > 1 && ` ${i * SHEETS + 1} to ${i * SHEETS + ids.length}`}
          </a>
        ))}
      </p>
    </div>
  );
}

interface JobsProps {
  name: 'Late' | 'Today' | 'Tomorrow' | 'Next days';
  orders: readonly Job[];
  today: string;
  note: string;
}

function Jobs({ name, orders, today, note }: JobsProps) {
  if (orders.length === 0) return null;
  const id = `h-${name.toLowerCase().replace(' ', '-')}`;
  return (
    <section className="sec" aria-labelledby={id}>
      <header>
        <h2 id={id}>{name}</h2>
        <span className="n">{unbroken(note)}</span>
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
                <span className="big">{line.name}</span>
                {describeKind(line)}
              </span>
            </li>
          ))}
        </ul>
        <GiftDetails delivery={delivery} note={order.note} isShort />
        <p className="whom">
          <span>
            {recipientName(delivery)}
            <span className="city">
              , <span className="nb">{delivery.state}</span>
            </span>
          </span>{' '}
          <a className="nb" href={`/orders/${id}`}>
            {id}
          </a>
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

function Tags({ order, today }: { order: Job; today: string }) {
  const { sendBy, isPaidInPause, refunded } = order;
  const days = Math.max(0, (Date.parse(today) - Date.parse(sendBy)) / 86_400_000);
  const isLater = sendBy > addDays(today, 1);
  if (days === 0 && !isLater && !isPaidInPause && refunded === 0) return null;
  return (
    <p className="tags">
      {days > 0 && (
        <Tag tone="bad" icon="warn">
          {count(days, 'day')} late
        </Tag>
      )}
      {isLater && <Tag icon="clock">{laterText(order, today)}</Tag>}
      {isPaidInPause && <Tag icon="clock">Paid after you paused</Tag>}
      {refunded > 0 && (
        <Tag tone="plain" icon="undo">
          {formatRupeesExact(refunded)} went back
        </Tag>
      )}
    </p>
  );
}

/** Returns when it leaves, and when making it has to begin. */
function laterText({ sendBy, isBeingMade }: Job, today: string): string {
  const start = startBy(sendBy);
  const leaves = `Leaves ${formatWeekday(sendBy)}`;
  if (isBeingMade) return leaves;
  return `${leaves}, start ${start <= today ? 'today' : `by ${formatWeekday(start)}`}`;
}

function Nothing() {
  return (
    <div className="card empty">
      <Mark />
      <h2>Nothing to make</h2>
      <p>Every order has left.</p>
      <a className="quiet" href="/orders">
        See all orders
      </a>
    </div>
  );
}

/** Returns the page's name: 'Tue 1 December'. */
export const todayTitle = (today: string) => formatWeekday(today, 'long');
