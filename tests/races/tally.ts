// Sums up the races of one database and prints them as a table.
import { kinds } from './ledger.ts';
import type { Played } from './play.ts';
import type { Ledger } from '#support/payments/stand-in-client.ts';

/** Numbers by what they count, in the order of the table. */
export type Tally = Record<string, number>;

const first = ['schedules', 'purchases', 'payments', 'captured', 'captured, paise'];
const zero = (kind: string) => `**zero:** ${kind}`;

export const newTally = (): Tally =>
  Object.fromEntries([...first, ...kinds.map(zero)].map((what) => [what, 0]));

export function count(tally: Tally, what: string, by = 1): void {
  tally[what] = (tally[what] ?? 0) + by;
}

export function addPlayed(tally: Tally, played: Played, milliseconds: number): void {
  count(tally, 'schedules');
  count(tally, 'purchases', played.purchases.length);
  for (const { memory } of played.purchases) {
    count(tally, 'parcels', memory.parcels.size);
    count(tally, 'refunds', memory.refunds.size);
    count(tally, 'not sold now', memory.statuses['409'] ?? 0);
  }
  for (const { kind } of played.acts) count(tally, `at the desk, ${kind}`);
  for (const kind of played.disturbances) count(tally, kind);
  for (const { kind } of played.violations) count(tally, zero(kind));
  const slowest = {
    'slowest convergence, ms': played.convergedAfter,
    'slowest schedule, ms': milliseconds,
  };
  for (const [what, took] of Object.entries(slowest)) {
    tally[what] = Math.round(Math.max(tally[what] ?? 0, took));
  }
}

export function addLedger(tally: Tally, { payments, webhooks }: Ledger): void {
  count(tally, 'payments', payments.length);
  for (const { status, amount } of payments) {
    if (status !== 'captured' && status !== 'refunded') continue;
    count(tally, 'captured');
    count(tally, 'captured, paise', amount);
  }
  count(tally, 'webhooks', webhooks.length);
  for (const { tries } of webhooks) count(tally, 'tries of webhooks', tries);
}

/** Returns the table in Markdown, one column per database. */
export function table(tallies: Readonly<Record<string, Tally>>): string {
  const all = Object.values(tallies);
  const rows = new Set(all.flatMap((tally) => Object.keys(tally)));
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...Object.keys(tallies)]),
    line(['---', ...all.map(() => '---:')]),
    ...Array.from(rows, (what) => line([what, ...all.map((tally) => tally[what] ?? 0)])),
  ].join('\n');
}
