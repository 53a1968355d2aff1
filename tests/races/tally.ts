// Sums up the races of one database and prints them as a table.
import { kinds } from './ledger.ts';
import type { Played } from './play.ts';
import type { Ledger } from '#support/payments/stand-in-client.ts';

export interface Tally {
  schedules: number;
  shoppers: number;
  payments: number;
  captured: number;
  /** Paise. */
  capturedAmount: number;
  /** The number of parcels and refunds that the owner's forms acknowledged. */
  parcels: number;
  refunds: number;
  /** The acts that the desk acknowledged, by kind, and how often the shop refused to sell meanwhile. */
  acts: Record<string, number>;
  refused: number;
  webhooks: number;
  webhookTries: number;
  disturbances: Record<string, number>;
  faults: Record<string, number>;
  violations: Record<string, number>;
  /** Milliseconds. */
  slowestConvergence: number;
  slowestSchedule: number;
  spent: number;
}

export function newTally(): Tally {
  return {
    schedules: 0,
    shoppers: 0,
    payments: 0,
    captured: 0,
    capturedAmount: 0,
    parcels: 0,
    refunds: 0,
    acts: {},
    refused: 0,
    webhooks: 0,
    webhookTries: 0,
    disturbances: {},
    faults: {},
    violations: Object.fromEntries(kinds.map((kind) => [kind, 0])),
    slowestConvergence: 0,
    slowestSchedule: 0,
    spent: 0,
  };
}

export function addPlayed(tally: Tally, played: Played, milliseconds: number): void {
  tally.schedules += 1;
  tally.shoppers += played.purchases.length;
  for (const { memory } of played.purchases) {
    tally.parcels += memory.parcels.size;
    tally.refunds += memory.refunds.size;
    tally.refused += memory.statuses['409'] ?? 0;
  }
  for (const { kind } of played.acts) count(tally.acts, kind);
  tally.spent += milliseconds;
  tally.slowestSchedule = Math.max(tally.slowestSchedule, milliseconds);
  tally.slowestConvergence = Math.max(tally.slowestConvergence, played.convergedAfter);
  for (const kind of played.disturbances) count(tally.disturbances, kind);
  for (const kind of played.faults) count(tally.faults, kind);
  for (const { kind } of played.violations) count(tally.violations, kind);
}

export function addLedger(tally: Tally, { payments, webhooks }: Ledger): void {
  tally.payments += payments.length;
  for (const { status, amount } of payments) {
    if (status !== 'captured' && status !== 'refunded') continue;
    tally.captured += 1;
    tally.capturedAmount += amount;
  }
  tally.webhooks += webhooks.length;
  tally.webhookTries += webhooks.reduce((sum, { tries }) => sum + tries, 0);
}

export function count(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const each = (counts: Record<string, number>) => Object.entries(counts).toSorted();

/** Returns the table in Markdown, one column per database. */
export function table(tallies: Readonly<Record<string, Tally>>): string {
  const names = Object.keys(tallies);
  const all = Object.values(tallies);
  const row = (label: string, cell: (tally: Tally) => string | number) =>
    `| ${label} | ${all.map(cell).join(' | ')} |`;
  const rows = (label: string, of: (tally: Tally) => Record<string, number>) =>
    [...new Set(all.flatMap((tally) => each(of(tally)).map(([kind]) => kind)))]
      .toSorted()
      .map((kind) => row(`${label}${kind}`, (tally) => of(tally)[kind] ?? 0));
  return [
    `| | ${names.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(names.length)}`,
    row('schedules', ({ schedules }) => schedules),
    row('purchases', ({ shoppers }) => shoppers),
    row('payments', ({ payments }) => payments),
    row('captured', ({ captured }) => captured),
    row('captured, ₹', ({ capturedAmount }) => (capturedAmount / 100).toFixed(2)),
    row('parcels, refunds', ({ parcels, refunds }) => `${parcels}, ${refunds}`),
    ...rows('at the desk, ', ({ acts }) => acts),
    row('not sold now', ({ refused }) => refused),
    row('webhooks, tries', ({ webhooks, webhookTries }) => `${webhooks}, ${webhookTries}`),
    ...rows('', ({ disturbances }) => disturbances),
    ...rows('fault, ', ({ faults }) => faults),
    ...rows('**zero:** ', ({ violations }) => violations),
    row('slowest convergence', ({ slowestConvergence }) => seconds(slowestConvergence)),
    row('slowest schedule', ({ slowestSchedule }) => seconds(slowestSchedule)),
    row('mean schedule', ({ spent, schedules }) => seconds(spent / Math.max(1, schedules))),
  ].join('\n');
}
