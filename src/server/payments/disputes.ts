// Payments that a customer's bank disputes. The provider reports each step, at least once and in any order, and the shop
// must answer in the provider's dashboard within days. The order does not change.
import { sql } from 'kysely';
import type { Selectable, SqlBool, Transaction } from 'kysely';
import { formatTime } from '../../shop/dates.ts';
import { formatAmount } from '../../shop/money.ts';
import type { Database, PaymentDisputeTable, Schema } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import type { WebhookEvent } from './provider.ts';
import { notifyAboutPayment } from './surplus.ts';

type DisputeEvent = Omit<Extract<WebhookEvent, { concerns: 'dispute' }>, 'concerns'>;
type Dispute = Selectable<PaymentDisputeTable>;

/** In these, the provider waits for the shop's response. */
const waiting = new Set<Dispute['state']>(['open', 'action_required']);

/**
 * Stores where a dispute stands and notifies the shop once of each step, in one transaction. A step that comes after the
 * end was reported is not worth an e-mail: there is nothing to answer any more.
 */
export async function receiveDispute(
  { db, clock, mailer }: { db: Database; clock: () => Date; mailer: { kick(): unknown } },
  event: DisputeEvent,
  log: Logger,
): Promise<void> {
  const { kind, dispute, payment } = event;
  log.error({ dispute: dispute.id, payment: payment.id }, 'dispute: the shop has to look');
  const step = kind.slice(kind.lastIndexOf('.') + 1).replaceAll('_', ' ');
  const amount = formatAmount(dispute.amount, dispute.currency);
  // A dispute that the bank takes up again has the same steps once more.
  const again = dispute.phase?.endsWith('arbitration') ? `:${dispute.phase}` : '';
  const key = `dispute:${dispute.id}:${kind}${again}`;
  await db.transaction().execute(async (trx) => {
    const now = clock();
    const reported = toRow(event, now);
    const merged = await storeDispute(trx, reported);
    if (merged.ended_at !== null && reported.ended_at === null) return;
    const isDisputed = [reported, merged].every(({ state }) => waiting.has(state));
    const until =
      isDisputed && dispute.respondBy
        ? ` Answer by ${formatTime(dispute.respondBy.toISOString())}.`
        : '';
    const reason = `The customer’s bank disputes ${amount} of this payment (${dispute.id}, ${step}).${until}`;
    await notifyAboutPayment(trx, now, { payment, reason }, key, { isDisputed });
  });
  mailer.kick();
}

function toRow({ dispute, payment, at }: DisputeEvent, now: Date): Dispute {
  const { id, amount, currency, reasonCode, phase, state, respondBy, openedAt } = dispute;
  const time = (at ?? now).toISOString();
  return {
    dispute_id: id,
    payment_id: payment.id,
    provider_order_id: payment.orderId,
    amount,
    currency,
    reason_code: reasonCode ?? '',
    phase: phase ?? 'chargeback',
    state,
    respond_by: respondBy?.toISOString() ?? null,
    opened_at: openedAt?.toISOString() ?? time,
    ended_at: state === 'won' || state === 'lost' || state === 'closed' ? time : null,
    reported_at: at?.toISOString() ?? '',
  };
}

/** Stores a report on a dispute and resolves to how it stands now. Concurrent ones wait for each other. */
async function storeDispute(trx: Transaction<Schema>, reported: Dispute): Promise<Dispute> {
  const stored = await trx
    .insertInto('payment_dispute')
    .values(reported)
    // Changes nothing, but locks the row.
    .onConflict((conflict) =>
      conflict.column('dispute_id').doUpdateSet({ dispute_id: reported.dispute_id }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  const merged = mergeDispute(stored, reported);
  await trx
    .updateTable('payment_dispute')
    .set(merged)
    .where('dispute_id', '=', merged.dispute_id)
    .execute();
  return merged;
}

/** Returns how a dispute stands by both, whichever came first. */
export function mergeDispute(stored: Dispute, reported: Dispute): Dispute {
  const isNewer = rank(reported) > rank(stored);
  const [last, other] = isNewer ? [reported, stored] : [stored, reported];
  return {
    ...last,
    reason_code: last.reason_code || other.reason_code,
    respond_by: last.respond_by ?? other.respond_by,
    opened_at: last.opened_at < other.opened_at ? last.opened_at : other.opened_at,
  };
}

const phases = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'];
const states = ['open', 'under_review', 'action_required', 'closed', 'won', 'lost'];

/**
 * Returns a text that sorts by what counts more: a later phase, in it the end, then the provider's time. Of two at one
 * time, rather what a person has to look at.
 */
function rank({ phase, ended_at, reported_at, state }: Dispute): string {
  const isOver = ended_at === null ? 0 : 1;
  return `${phases.indexOf(phase)} ${isOver} ${reported_at} ${states.indexOf(state)}`;
}

const DAY_MS = 86_400_000;
/** For so many days a dispute that nobody answered in time is still counted: nothing else ends it. */
const LATE_DAYS = 7;

/** Returns the condition of the disputes that the shop has to answer. */
export const needsResponse = (now: Date) => {
  const since = new Date(now.getTime() - LATE_DAYS * DAY_MS).toISOString();
  // As in the index of these.
  return sql<SqlBool>`payment_dispute.state in ('open', 'action_required')
    and (respond_by is null or respond_by >= ${since})`;
};

/** Resolves to the number of disputes that the shop has to answer. */
export async function countOpenDisputes(db: Database, now: Date): Promise<number> {
  const { disputes } = await db
    .selectFrom('payment_dispute')
    .select((eb) => eb.fn.countAll<number | string>().as('disputes'))
    .where(needsResponse(now))
    .executeTakeFirstOrThrow();
  return Number(disputes);
}
