// What Today and the page of an order both show.
import { formatWeekday } from '../../shop/dates.ts';
import { phoneLink } from '../../shop/order-text.ts';
import { Hidden, Icon } from '../parts.tsx';
import { chatWith } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';

/** The day on which the gift is needed, the gift note, and the owner's own. `isShort`: cut off after five lines. */
export function GiftDetails({
  delivery: { neededBy, giftNote },
  note = '',
  isShort = false,
}: Pick<DeskOrder, 'delivery'> & { note?: string; isShort?: boolean }) {
  if (!neededBy && !giftNote && !note) return null;
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
          <span className={isShort ? 'lines clamp' : 'lines'}>
            <span className="sr">Gift note: </span>“{giftNote}”
          </span>
        </li>
      )}
      {note && (
        <li>
          <Icon name="slip" small />
          <span className={isShort ? 'lines clamp' : 'lines'}>Your note: {note}</span>
        </li>
      )}
    </ul>
  );
}

/** The owner's own note, wherever the order is shown short. */
export function OwnNote({ note }: { note: string }) {
  return (
    note && (
      <span className="own">
        Your note: <b>{note}</b>
      </span>
    )
  );
}

/** The ways to reach a shopper. `phone`: ten digits. */
export function ContactLinks({ phone, look }: { phone: string; look: 'quiet' | 'btn line' }) {
  return (
    <>
      <a className={look} href={phoneLink(phone)}>
        <Icon name="call" />
        Call
      </a>
      <a className={look} href={chatWith(phone)}>
        <Icon name="wa" />
        WhatsApp
      </a>
    </>
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
