// What every payment operation needs.
import type { Clock } from '../ledger/clock.ts';
import type { Ledger } from '../ledger.ts';

export interface Parts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Called after a transaction that may have recorded webhook events. */
  readonly onEvents: () => void;
}
