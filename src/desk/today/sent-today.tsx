// What left today, with a way to undo it for as long as its e-mail waits.
import { timeInIndia } from '../../shop/dates.ts';
import { recipientName } from '../../shop/order-text.ts';
import type { ShownAct } from '../form.ts';
import { describeDone } from '../orders/history.tsx';
import { Hidden } from '../parts.tsx';
import type { Notice } from '../parts.tsx';
import type { SentOrder } from './read-today.ts';

export interface SentProps {
  /** What left today, each with the id of the act that undoes it, and how many more did. */
  sent: readonly (SentOrder & { act: string })[];
  moreSent: number;
}

/** Returns what an act did; of several that were sent with links to those that can be undone. */
export function describeSent(act: ShownAct, sent: readonly SentOrder[]): Notice | undefined {
  const notice = describeDone(act);
  if (!notice || act.kind !== 'send several') return notice;
  const { orderIds } = act.result as { orderIds: string[] };
  const links = sent.flatMap(({ order: { id, delivery }, recorded }) => {
    if (recorded.undoUntil === undefined || !orderIds.includes(id)) return [];
    return { href: `/orders/${id}`, label: `Undo ${recipientName(delivery)}, ${id}` };
  });
  return { ...notice, links };
}

export function SentToday({ sent, moreSent }: SentProps) {
  if (sent.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="h-sent">
      <header>
        <h2 id="h-sent">Sent today</h2>
        <span className="n">{sent.length + moreSent}</span>
      </header>
      <div className="card">
        <ul className="rows">
          {sent.map(({ order: { id, delivery, revision }, recorded, act }) => (
            <li key={id}>
              <span>
                {recipientName(delivery)},{' '}
                <a className="nb" href={`/orders/${id}`}>
                  {id}
                </a>
                <br />
                <small>
                  {timeInIndia(new Date(recorded.at))} · {recorded.courier}{' '}
                  {recorded.trackingNumber || 'without a number'}
                </small>
              </span>
              {recorded.undoUntil !== undefined && (
                <form method="post" action={`/orders/${id}/undo`}>
                  <Hidden act={act} rev={revision} />
                  <button className="btn line" aria-label={`Undo ${id}`}>
                    Undo
                  </button>
                </form>
              )}
            </li>
          ))}
        </ul>
      </div>
      {moreSent > 0 && (
        <p>
          And {moreSent} more before these. <a href="/orders">See all orders</a>
        </p>
      )}
    </section>
  );
}
