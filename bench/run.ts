// `npm run bench`: measures the shop part by part, prints each figure beside its twin's and its reach, and saves them.
// bench/README.md says how to read the figures.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** A figure as a part measured it. */
export interface Figure {
  what: string;
  unit: 'ms' | 'ms CPU' | 'MB' | 'ratio';
  /** Its median becomes the value. */
  measured: readonly number[];
  /** The same figure of a bare program that does the same, measured in the same run. */
  twin?: readonly number[];
  /** What the value should reach: at most this, or at least this if `reachIs` is 'least'. */
  reach?: number | undefined;
  reachIs?: 'least';
  /** The reach as a multiple of the twin's value. */
  reachTimesTwin?: number;
}

export type Bench = ReturnType<typeof createBench>;

/** A part measures one subject. */
export interface Part {
  /** What it measures, in a sentence. */
  about: string;
  /** Measures. Ends every process it started and removes every file it wrote. */
  measure(bench: Bench): Promise<Figure[]>;
}

/** A figure as it is printed and saved. */
type Row = Pick<Figure, 'what' | 'unit' | 'reach' | 'reachIs'> & {
  value: number;
  spread: [least: number, most: number];
  twin?: number;
};

interface Result {
  name: string;
  about: string;
  rows: Row[];
}

/** In the order in which they run. A part is loaded when it runs. */
const parts: Record<string, () => Promise<Part>> = {
  pages: async () => (await import('./pages.ts')).pages,
  order: async () => (await import('./order.ts')).order,
  memory: async () => (await import('./start.ts')).memory,
  start: async () => (await import('./start.ts')).start,
  growth: async () => (await import('./growth.ts')).growth,
};

/** @param repeats how often a figure is measured */
function createBench(repeats: number) {
  const report = (line: string): void => void process.stderr.write(`  ${line}\n`);
  /** Measures figures together, `repeats` times, and prints them. Resolves to all measurements of each. */
  async function repeat<T extends { [Name in keyof T]: number }>(
    what: string,
    measure: () => Promise<T>,
  ): Promise<{ [Name in keyof T]: number[] }> {
    const all: Record<string, number[]> = {};
    for (let turn = 0; turn < repeats; turn += 1) {
      const figures = Object.entries<number>(await measure());
      for (const [name, figure] of figures) (all[name] ??= []).push(figure);
      report(`${what}: ${figures.map(([name, figure]) => `${name} ${digits(figure)}`).join(', ')}`);
    }
    return all as { [Name in keyof T]: number[] };
  }
  return { report, repeat };
}

function toRow({ measured, twin: twins, reachTimesTwin, ...figure }: Figure): Row {
  const sorted = measured.toSorted((a, b) => a - b);
  const row: Row = { ...figure, value: median(sorted), spread: [sorted[0]!, sorted.at(-1)!] };
  if (!twins) return row;
  const twin = median(twins);
  return { ...row, twin, ...(reachTimesTwin && { reach: reachTimesTwin * twin }) };
}

/** Throws if nothing was measured. */
function median(measured: readonly number[]): number {
  if (measured.length === 0) throw new Error('nothing was measured');
  const sorted = measured.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2;
}

/** Returns whether a row is within its reach; undefined if it has none. */
function isMet({ value, reach, reachIs }: Row): boolean | undefined {
  if (reach === undefined) return undefined;
  return reachIs === 'least' ? value >= reach : value <= reach;
}

/** Returns a number with three significant digits, and whole from a hundred on. */
function digits(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** Returns the rows as a Markdown table that is aligned for the terminal too. */
function toTable(results: readonly Result[]): string {
  const cells = (name: string, row: Row) => [
    `${name}: ${row.what}`,
    `${digits(row.value)} ${row.unit}`,
    row.spread.map(digits).join('–'),
    row.twin === undefined ? '' : digits(row.twin),
    row.twin ? digits(row.value / row.twin) : '',
    row.reach === undefined ? '' : `${digits(row.reach)} ${isMet(row) ? 'met' : 'missed'}`,
  ];
  const lines = [
    ['', 'value', 'spread', 'twin', '× twin', 'reach'],
    ['---', ...Array<string>(5).fill('---:')],
    ...results.flatMap(({ name, rows }) => rows.map((row) => cells(name, row))),
  ];
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const pad = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!);
  return lines.map((line) => `| ${line.map(pad).join(' | ')} |`).join('\n');
}

/** Saves the figures as JSON and as Markdown. Returns the name of the files, without the ending. */
function save(date: string, repeats: number, results: readonly Result[]): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  /** What the figures depend on besides the code. */
  const circumstances = {
    date,
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' changed' : ''),
    node: process.version,
    cores: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    load: loadavg()[0],
    repeats,
  };
  const folder = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, date.slice(0, 19).replaceAll(':', '-'));
  writeFileSync(`${file}.json`, `${JSON.stringify({ ...circumstances, results }, null, 2)}\n`);
  const words = Object.entries(circumstances).map(([name, value]) => `${name} ${value}`);
  writeFileSync(`${file}.md`, `${toTable(results)}\n\n${words.join(', ')}.\n`);
  return file;
}

async function run(names: readonly string[], repeats: number): Promise<void> {
  const bench = createBench(repeats);
  const results: Result[] = [];
  const date = new Date().toISOString();
  for (const name of names) {
    const { about, measure } = await parts[name]!();
    process.stdout.write(`\n${name}: ${about}\n`);
    const result = { name, about, rows: (await measure(bench)).map(toRow) };
    results.push(result);
    // After each part, so that an aborted run keeps what it has measured.
    const file = save(date, repeats, results);
    process.stdout.write(`${toTable([result])}\nSaved as ${file}.json and .md\n`);
  }
}

const { values, positionals } = parseArgs({
  options: { repeats: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const repeats = Number(values.repeats);
const names = positionals.length > 0 ? positionals : Object.keys(parts);
if (names.every((name) => name in parts) && Number.isInteger(repeats) && repeats > 0) {
  await run(names, repeats);
} else {
  const usage = `npm run bench -- [--repeats 5] [${Object.keys(parts).join('] [')}]`;
  process.stderr.write(`Usage: ${usage}\n`);
  process.exitCode = 2;
}
