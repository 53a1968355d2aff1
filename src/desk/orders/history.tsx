// The history of an order in words: what happened, who did it, which e-mails left, and what an act has just done.
import type { ActKind, DoneAct } from '../../server/acts/acts.ts';
import type { OrderEvent } from '../../server/orders/order-events.ts';
import { dayInIndia, formatWeekday, timeInIndia } from '../../shop/dates.ts';
import { oneLine } from '../../shop/forms/fields.ts';
import { formatAmount, formatRupeesExact } from '../../shop/money.ts';
import { done, warn } from '../form.ts';
import type { ShownAct } from '../form.ts';
import { unbroken } from '../parts.tsx';
import type { Carried, Notice } from '../parts.tsx';
import { count, firstName, reasonWords } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';
import type { Recorded } from './order-rows.ts';
import type { OrderStory, StoryMail } from './read-order.ts';

/** Returns what happened to an order, oldest first. */
export function listHistory(story: OrderStory): HistoryEntry[] {
  const { acts, order, attempted, events, surplus, surplusParts, disputes, mails } = story;
  const paid = formatAmount(order.amount, order.currency);
  const known = new Set<DoneAct>();
  // That it is to be made again is told by its act.
  const happened = events.flatMap((event) => {
    if (event.type === 'again') return [];
    const act = acts.find((each) => isAbout(each, event));
    if (act) known.add(act);
    return eventEntry(event, act);
  });
  const entries: HistoryEntry[] = [
    { at: attempted, look: 'event', words: `Went to pay ${paid}` },
    { at: order.placed_at, look: 'event', lead: `Paid ${paid}`, words: order.provider_payment_id },
    ...surplus.flatMap(({ payment_id, amount, currency, flagged_at, refunded_at, reason }) => {
      const money = formatAmount(amount, currency);
      const more: HistoryEntry = {
        at: flagged_at,
        look: 'fault',
        lead: `${money} more`,
        words: reason,
      };
      const back = (at: string, paise: number): HistoryEntry => {
        const lead = `${formatAmount(paise, currency)} went back`;
        return { at, look: 'event', lead, words: payment_id };
      };
      const parts = surplusParts.filter((part) => part.payment_id === payment_id);
      const rest = parts.reduce((sum, part) => sum - part.amount, amount);
      const wentBack = parts.map((part) => back(part.recorded_at, part.amount));
      const isOver = refunded_at !== null && rest > 0;
      return [more, ...wentBack, ...(isOver ? [back(refunded_at, rest)] : [])];
    }),
    ...disputes.flatMap(disputeEntries),
    ...happened,
    ...acts.filter((act) => !known.has(act)).map(actEntry),
    ...mails.map(mailEntry),
  ];
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function disputeEntries(dispute: OrderStory['disputes'][number]): HistoryEntry[] {
  const { amount, currency, reason_code, state, opened_at, ended_at } = dispute;
  const money = formatAmount(amount, currency);
  const words = reasonWords(reason_code);
  const opened = { at: opened_at, look: 'fault', lead: `${money} disputed`, words } as const;
  if (ended_at === null) return [opened];
  const ended = { at: ended_at, lead: `Dispute ${state}` };
  if (state === 'lost') return [opened, { ...ended, look: 'fault', words: `${money} left` }];
  return [opened, { ...ended, look: 'event', words: state === 'won' ? `${money} stays` : '' }];
}

/** Whether the act recorded the event. A refund is recorded when the provider has done it. */
function isAbout({ kind, at, result }: DoneAct, event: OrderEvent): boolean {
  if (event.type === 'sent') return (kind === 'send' || kind === 'correct') && at === event.at;
  const { refundId } = (result ?? {}) as { refundId?: string };
  return kind === 'refund' && refundId !== undefined && refundId === event.refund_id;
}

/** The records of corrections, and the e-mails about them, are numbered. */
const isOfCorrection = (key: string) => /:sent:\d+$/.test(key);

function eventEntry(event: OrderEvent, act: DoneAct | undefined): HistoryEntry {
  const { key, type, at, amount, courier, tracking_number } = event;
  const common = { at, look: 'event' as const, by: act && actorName(act) };
  if (type === 'sent') {
    const parcel = [courier, tracking_number].filter(Boolean).join(', ');
    return isOfCorrection(key)
      ? { ...common, words: `Tracking corrected: ${parcel}` }
      : { ...common, lead: 'Sent', words: `with ${parcel}` };
  }
  const { reason } = (act?.result ?? {}) as { reason?: string };
  const lead = `${formatRupeesExact(amount ?? 0)} went back`;
  return { ...common, lead, words: reason === undefined ? '' : `Reason: ${reason}` };
}

/** What an act is called that has no event of its own. */
function actEntry(act: DoneAct): HistoryEntry {
  return { at: act.at, look: 'event', words: actWords(act), by: actorName(act) };
}

/** What is erased with the person is null. */
const actTitles: Readonly<Partial<Record<ActKind, string | ((facts: ActFacts | null) => string)>>> =
  {
    send: 'Marked as sent',
    undo: 'Undone: not sent yet',
    'settle mail': 'Lost e-mail settled',
    correct: 'Tracking corrected before the e-mail left',
    'correct address': (facts) => {
      const changed = facts?.changed?.map((name) => fieldNames[name] ?? name) ?? [];
      return ['Address corrected', changed.join(', ')].filter(Boolean).join(': ');
    },
    'correct e-mail': 'E-mail address corrected',
    'delete account': 'Account deleted',
    late: (facts) => `Promised for later${leavesBy(facts)}`,
    'make again': (facts) =>
      `To be made again${leavesBy(facts)}${facts?.reason ? `. Reason: ${facts.reason}` : ''}`,
    making: (facts) => {
      if (facts === null) return 'Being made, or not any more';
      return facts.making === false ? 'Not being made any more' : 'Being made';
    },
    note: (facts) => {
      const before = typeof facts?.before === 'string' ? facts.before : '';
      return before === '' ? 'Note changed' : `Note changed. Before: “${before}”`;
    },
    resend: 'Receipt sent again',
    refund: (facts) =>
      facts?.amount === undefined
        ? 'Refund asked for'
        : `Refund of ${formatRupeesExact(facts.amount)} asked for`,
  };

interface ActFacts {
  amount?: number;
  day?: string;
  reason?: string;
  making?: boolean;
  changed?: string[];
  /** The former note, or the former texts of an address. */
  before?: unknown;
}

const leavesBy = (facts: ActFacts | null) =>
  facts?.day === undefined ? '' : `, leaves by ${formatWeekday(facts.day)}`;

function actWords({ kind, result }: DoneAct): string {
  const title = actTitles[kind] ?? kind;
  return typeof title === 'string' ? title : title(result as ActFacts | null);
}

const fieldNames: Readonly<Record<string, string>> = {
  customerName: 'name',
  phoneNumber: 'phone number',
};

/** Returns who did it: 'meena' of meena@maalai.example. */
function actorName({ actor }: DoneAct): string {
  return actor.split('@', 1)[0] ?? actor;
}

const mailNames: Readonly<Record<string, string>> = {
  'order-receipt': 'Receipt',
  'order-notice': 'Notice to you',
  'order-sent': 'On its way',
  'order-promise': 'New day',
  'payment-refund': 'Refund',
  'payment-attention': 'Question of money, to you',
};

function mailName({ kind, dedupe_key }: StoryMail): string {
  if (isOfCorrection(dedupe_key)) return 'New tracking';
  return /:again:\d+$/.test(dedupe_key) ? 'Made again' : (mailNames[kind] ?? kind);
}

function mailEntry(mail: StoryMail): HistoryEntry {
  const { sent_at, failed_at, next_try_at, tries, last_error } = mail;
  const name = `E-mail ‘${mailName(mail)}’`;
  if (sent_at !== null) return { at: sent_at, look: 'mail', words: `${name} left` };
  const why = last_error === null ? '' : `: ${oneLine(last_error)}`;
  if (failed_at !== null) return { at: failed_at, look: 'fault', words: `${name} failed${why}` };
  const next = tries === 0 ? 'will leave' : 'will be tried again';
  return { at: next_try_at, look: 'mail', words: `${name} ${next}${why}` };
}

/**
 * Returns the message on an order: what its last form did, and as long as it can be undone, that it was sent.
 * @param undo the form that undoes it
 */
export function describeLast(
  act: ShownAct | undefined,
  { id, delivery }: DeskOrder,
  recorded: Recorded | undefined,
  undo: Carried,
): Notice | undefined {
  if (act && (act.kind !== 'send' || act.isReplaced)) return describeDone(act, firstName(delivery));
  if (recorded?.undoUntil === undefined) {
    // Perhaps not in an e-mail: that waits while the mail server is away.
    const detail = 'It can be undone no more: the shopper can see it by now.';
    return act && recorded ? done('Marked as sent.', detail) : undefined;
  }
  const detail = `The e-mail leaves at ${timeInIndia(new Date(recorded.undoUntil))}.`;
  const action = `/orders/${id}/undo`;
  return { ...done('Marked as sent.', detail), undo: { action, carried: undo } };
}

/** What a form says that is sent again from an old page, after what it did was changed. */
const replacedTitles: Readonly<Partial<Record<ActKind, string>>> = {
  hide: 'It was hidden before, and shown again since.',
  making: 'It was marked before, and changed since.',
  send: 'It was marked as sent before, and is open again since.',
  'send several': 'They were marked as sent before, and not all of them still are.',
  show: 'It was shown again before, and hidden since.',
  undo: 'It was undone before, and marked as sent again since.',
};

/** Returns what a page says of an act whose effect was changed since; undefined if it stands. */
export function describeReplaced({ kind, isReplaced }: ShownAct): Notice | undefined {
  if (!isReplaced) return undefined;
  const title = replacedTitles[kind] ?? 'It was saved before, and changed since.';
  return warn(title, 'Nothing was done now: this page shows what counts.');
}

/**
 * Returns what an act has done; undefined if the page shows it without a word.
 * @param first the first name of the shopper, on the page of an order
 */
export function describeDone(doneAct: ShownAct, first?: string): Notice | undefined {
  const replaced = describeReplaced(doneAct);
  if (replaced) return replaced;
  const { kind, result } = doneAct;
  const facts = (result ?? {}) as DoneFacts;
  if (kind === 'making') return undefined;
  if (kind === 'refund') return describeRefund(facts, first);
  if (kind === 'correct') {
    return facts.isNotified === false
      ? done('Tracking saved.', 'The e-mail that waits has the new data.')
      : done('Tracking saved.', `${first} gets one e-mail that says what changed.`);
  }
  if (kind === 'send several') {
    return done(
      `${count(facts.orderIds?.length ?? 0, 'order')} marked as sent.`,
      'The e-mails wait 10 minutes: until then each can be undone on its page.',
    );
  }
  if (facts.day !== undefined) {
    const { day, orderIds } = facts;
    const leaves = `leaves by ${formatWeekday(day)}`;
    if (kind === 'late') return done(`It ${leaves}.`, `${first} gets one e-mail that says so.`);
    if (kind === 'make again') {
      return done('The order is open again.', `It ${leaves}. ${first} gets one e-mail.`);
    }
    const orders = count(orderIds?.length ?? 0, 'order');
    return done(`What was promised for before ${leaves}: ${orders}.`, 'One e-mail for each.');
  }
  return doneNotices[kind] ?? done('Saved.');
}

interface DoneFacts {
  day?: string;
  isNotified?: boolean;
  orderIds?: string[];
  amount?: number;
  outcome?: string;
  isCancelled?: boolean;
}

const doneNotices: Readonly<Partial<Record<ActKind, Notice>>> = {
  undo: done('Undone.', 'Nobody got an e-mail; the order is open again.'),
  'correct address': done('Address saved.', 'Slips, labels and e-mails have it from now on.'),
  'correct e-mail': done('E-mail address saved.', 'What did not arrive goes there now.'),
  note: done('Note saved.'),
  'delete account': done('The account is deleted.', 'An e-mail confirms it to the shopper.'),
  resend: done('The receipt goes out again.'),
  'settle mail': done('Settled.'),
};

function describeRefund({ amount = 0, outcome, isCancelled }: DoneFacts, first?: string): Notice {
  const isBack = outcome === 'refunded';
  const title = `${formatRupeesExact(amount)} ${isBack ? 'went' : 'is on its way'} back.`;
  if (first === undefined) return done(title);
  const cancelled = isCancelled ? 'The order is cancelled; ' : '';
  const detail = `${cancelled}${first} gets an e-mail.`;
  return done(title, isBack ? detail : 'It is recorded once the provider is done.');
}

/** Something that happened to the order. */
export interface HistoryEntry {
  /** ISO-8601. */
  at: string;
  look: 'event' | 'mail' | 'fault';
  /** What stands out, in bold. */
  lead?: string | undefined;
  words: string;
  /** Who did it. */
  by?: string | undefined;
}

interface StoryProps {
  story: readonly HistoryEntry[];
  now: Date;
}

export function Story({ story, now }: StoryProps) {
  const days = Map.groupBy(story, ({ at }) => dayInIndia(new Date(at)));
  const last = story.findLast(({ look, at }) => look === 'event' && new Date(at) <= now);
  return (
    <section className="card" aria-labelledby="h-story">
      <h2 id="h-story">Story</h2>
      <ol className="story">
        {Array.from(days).flatMap(([day, entries]) => [
          <li className="day" key={day}>
            <b>{formatWeekday(day)}</b>
          </li>,
          ...entries.map((entry) => {
            const { at, look, lead, words, by } = entry;
            const shape = look === 'event' ? undefined : look;
            return (
              <li className={entry === last ? 'now' : shape} key={`${at} ${lead} ${words}`}>
                <time dateTime={at}>{timeInIndia(new Date(at))}</time>
                <span>
                  {lead && <b>{lead}</b>} {unbroken(words)}
                  {by && <small> · {by}</small>}
                </span>
              </li>
            );
          }),
        ])}
      </ol>
    </section>
  );
}
