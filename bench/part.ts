// The interface of a part of the bench: it measures one subject and returns a row for each figure.

/** A figure. Several measurements of the same thing become one row, with their median as the value. */
export interface Row {
  what: string;
  unit: 'ms' | 'ms CPU' | 'MB' | 'KB' | 'requests' | 'ratio' | 'taps' | 'score';
  value: number;
  /** The least and the most of the measurements. */
  spread?: [least: number, most: number];
  /** The same figure of a bare program that does the same, measured in the same run. */
  twin?: number;
  /** What the figure should reach: at most this, or at least this if `reachIs` says so. */
  reach?: number;
  /** By default 'least' for a score, else 'most'. */
  reachIs?: 'least' | 'most';
}

export interface PartOptions {
  /** How often a figure is measured. */
  repeats: number;
  /** Prints a line about the progress. */
  report(line: string): void;
}

export interface Part {
  name: string;
  /** What it measures, in a sentence. */
  about: string;
  /** Measures. Ends every process it started and removes every file it wrote. */
  run(options: PartOptions): Promise<Row[]>;
}

/** A part and its figures. */
export interface Result {
  name: string;
  about: string;
  rows: Row[];
}

/** These are exact and the same on every machine, so one that misses its reach fails the run. Times never do. */
const exact: ReadonlySet<Row['unit']> = new Set(['KB', 'requests', 'taps']);

/** Returns whether a row is within its reach; undefined if it has none. */
export function isMet({ value, unit, reach, reachIs }: Row): boolean | undefined {
  if (reach === undefined) return undefined;
  const isFloor = (reachIs ?? (unit === 'score' ? 'least' : 'most')) === 'least';
  return isFloor ? value >= reach : value <= reach;
}

/** Returns the exact rows that miss their reach. */
export const failed = (rows: readonly Row[]): Row[] =>
  rows.filter((row) => exact.has(row.unit) && isMet(row) === false);

/** Returns the value and the spread of measurements. Throws if there are none. */
export function middle(measured: readonly number[]): { value: number; spread: [number, number] } {
  const sorted = measured.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) throw new Error('nothing was measured');
  const half = (sorted.length - 1) / 2;
  const value = (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2;
  return { value, spread: [least, most] };
}

/** Returns the value that `share` of the measurements do not exceed, such as 0.99 for p99. */
export function percentile(measured: readonly number[], share: number): number {
  const sorted = measured.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
