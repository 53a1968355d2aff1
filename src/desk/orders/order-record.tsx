// The record of an order: its story, its e-mails, and the form that gives money back.
import { dayInIndia, formatWeekday, timeInIndia } from '../../shop/dates.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import type { OrderProps } from './order-page.tsx';
import { Field, Hidden, Tag } from '../parts.tsx';
import { firstName } from '../texts.ts';

/** Something that happened to the order. */
export interface Chapter {
  /** ISO-8601. */
  at: string;
  look: 'event' | 'mail' | 'fault';
  /** What stands out, in bold. */
  lead?: string | undefined;
  words: string;
  /** Who did it. */
  by?: string | undefined;
}

export interface OrderMail {
  /** 'Receipt'. */
  name: string;
  /** When it left or will, or why it did not. */
  detail: string;
  state: 'sent' | 'waits' | 'failed';
}

export function Story({ story, now }: OrderProps) {
  const days = Map.groupBy(story, ({ at }) => dayInIndia(new Date(at)));
  const last = story.findLast(({ look, at }) => look === 'event' && new Date(at) <= now);
  return (
    <section className="card" aria-labelledby="h-story">
      <h2 id="h-story">Story</h2>
      <ol className="story">
        {Array.from(days).flatMap(([day, chapters]) => [
          <li className="day" key={day}>
            <b>{formatWeekday(day)}</b>
          </li>,
          ...chapters.map((chapter) => {
            const { at, look, lead, words, by } = chapter;
            const shape = look === 'event' ? undefined : look;
            return (
              <li className={chapter === last ? 'now' : shape} key={`${at} ${lead} ${words}`}>
                <time dateTime={at}>{timeInIndia(new Date(at))}</time>
                <span>
                  {lead && <b>{lead}</b>} {words}
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

const mailStates = {
  sent: { tone: 'good', icon: 'tick', children: 'Sent' },
  waits: { icon: 'clock', children: 'Waits' },
  failed: { tone: 'bad', icon: 'warn', children: 'Failed' },
} as const;

export function Mails({ order, mails, forms }: OrderProps) {
  return (
    <section className="card" aria-labelledby="h-mail">
      <h2 id="h-mail">E-mails</h2>
      <ul className="rows">
        {mails.map(({ name, detail, state }) => (
          <li key={`${name} ${detail}`}>
            <span>
              <b>{name}</b>
              <br />
              <small>{detail}</small>
            </span>
            <Tag {...mailStates[state]} />
          </li>
        ))}
      </ul>
      {order.email !== '' && (
        <form method="post" action={`/orders/${order.id}/resend`}>
          <Hidden {...forms.resend} />
          <button className="btn line wide">Resend receipt</button>
        </form>
      )}
    </section>
  );
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
