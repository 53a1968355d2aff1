// Prints the mutation table and returns its problems.
import type { MutantStatus } from '@stryker-mutator/api/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { draw, keyOf } from './sample.ts';
import type { Fault } from './sample.ts';

const LEAST_PERCENT = 92;
const LEAST_SAMPLE = 400;

export interface Outcome extends Fault {
  /** 'file:line:column' */
  at: string;
  status: MutantStatus;
}

const columns: [string, (status: MutantStatus) => boolean][] = [
  ['faults', () => true],
  ['killed', (status) => status === 'Killed'],
  ['timeout', (status) => status === 'Timeout'],
  ['survived', (status) => status === 'Survived'],
  ['no test', (status) => status === 'NoCoverage'],
  ['error', (status) => status.endsWith('Error')],
];

const isKilled = ({ status }: Outcome) => status === 'Killed' || status === 'Timeout';
const percent = (own: readonly Outcome[]) => (own.filter(isKilled).length / own.length) * 100;
const folderOf = ({ file }: Outcome) =>
  /^src\/(?:shop|server\/\w+|storefront\/\w+)/.exec(file)?.[0] ?? file;

function row(name: string, cells: readonly (string | number)[]): string {
  return `| ${[name.padEnd(33), ...cells.map((cell) => String(cell).padStart(8))].join(' | ')} |`;
}

function rowOf(name: string, own: readonly Outcome[]): string {
  const counts = columns.map(([, counted]) => own.filter(({ status }) => counted(status)).length);
  return row(name, [...counts, `${percent(own).toFixed(1)} %`]);
}

/** Returns why a survivor may survive, by its key. */
function reasons(): Map<string, string> {
  const known = new Map<string, string>();
  let reason = '';
  for (const text of readFileSync(join(import.meta.dirname, 'survivors.txt'), 'utf8').split('\n')) {
    const [, file, line, from, to] = /^- (.+) · (.+) · (.+) → (.*)$/.exec(text) ?? [];
    if (file && line && from && to !== undefined)
      known.set(keyOf({ file, line, from, to }), reason);
    else reason = text;
  }
  return known;
}

/** Prints the table and every survivor. Returns the problems. `isWhole` says whether all parts and files were run. */
export function report(outcomes: readonly Outcome[], isWhole: boolean): string[] {
  const write = (text: string) => void process.stdout.write(`${text}\n`);
  const { seed, oneIn } = draw();
  const known = reasons();
  const survivors = outcomes.filter((each) => !isKilled(each));
  for (const fault of survivors) {
    write(`\n${fault.status}: ${fault.at}  ${fault.line}\n  - ${fault.from}\n  + ${fault.to}`);
    write(`  ${known.get(keyOf(fault)) ?? 'NO REASON'}`);
  }
  write(`\nOne fault in ${oneIn}, seed ${seed}\n`);
  write(row('folder', [...columns.map(([head]) => head), 'score']));
  for (const [folder, own] of Map.groupBy(outcomes, folderOf)) write(rowOf(folder, own));
  write(rowOf('all', outcomes));

  const unexplained = survivors.filter((each) => !known.has(keyOf(each))).length;
  const complaints = [
    unexplained > 0 && `${unexplained} survivors have no reason in tests/mutation/survivors.txt`,
    percent(outcomes) < LEAST_PERCENT && `less than ${LEAST_PERCENT} % were killed`,
    isWhole && outcomes.length < LEAST_SAMPLE && `less than ${LEAST_SAMPLE} faults were drawn`,
  ];
  return complaints.filter((each) => each !== false);
}
