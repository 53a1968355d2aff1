// The faults that are set, kept in the ledger: a restart in the middle of a test loses none.
import * as v from 'valibot';
import type { Ledger } from './ledger.ts';
import { Fault } from './faults/fault.ts';
import type { HttpFault, PaymentFault, WebhookFault } from './faults/fault.ts';

const FaultRow = v.object({
  seq: v.number(),
  spec: v.string(),
  times_left: v.nullable(v.number()),
});

interface SetFault {
  seq: number;
  fault: Fault;
  /** null: until cleared */
  timesLeft: number | null;
}

/** Sets a fault for `fault.times` occasions, or until it is cleared. */
export function setFault({ db }: Ledger, fault: Fault): void {
  db.prepare('insert into fault (spec, times_left) values (?, ?)').run(
    JSON.stringify(fault),
    fault.times ?? null,
  );
}

export function clearFaults({ db }: Ledger): void {
  db.exec('delete from fault');
}

/** Returns the faults that still wait for an occasion, in the order in which they were set. */
export function listFaults({ db }: Ledger): SetFault[] {
  return db
    .prepare('select * from fault order by seq')
    .all()
    .map((row) => {
      const { seq, spec, times_left } = v.parse(FaultRow, row);
      return { seq, fault: v.parse(Fault, JSON.parse(spec)), timesLeft: times_left };
    });
}

/** Returns the first fault set for this call, if any, and counts it as used. */
export function takeHttpFault(ledger: Ledger, call: string): HttpFault | undefined {
  return take(
    ledger,
    (fault): fault is HttpFault => fault.on === 'http' && (fault.call ?? call) === call,
  );
}

/** Returns the first fault set for this webhook event, if any, and counts it as used. */
export function takeWebhookFault(ledger: Ledger, event: string): WebhookFault | undefined {
  return take(
    ledger,
    (fault): fault is WebhookFault => fault.on === 'webhook' && (fault.event ?? event) === event,
  );
}

/** Returns the first fault set for payments, if any, and counts it as used. */
export function takePaymentFault(ledger: Ledger): PaymentFault | undefined {
  return take(ledger, (fault): fault is PaymentFault => fault.on === 'payment');
}

function take<F extends Fault>(ledger: Ledger, fits: (fault: Fault) => fault is F): F | undefined {
  for (const { seq, fault, timesLeft } of listFaults(ledger)) {
    if (!fits(fault)) continue;
    if (timesLeft === 1) ledger.db.prepare('delete from fault where seq = ?').run(seq);
    else if (timesLeft !== null)
      ledger.db.prepare('update fault set times_left = times_left - 1 where seq = ?').run(seq);
    return fault;
  }
  return undefined;
}
