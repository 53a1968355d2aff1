// Measures the shop, one part after the other: `npm run bench`, or `npm run bench -- pages calls` for these only.
// bench/README.md says how to read the figures.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failed } from './part.ts';
import type { Part, Result } from './part.ts';
import { markdown, table } from './table.ts';

/** In the order in which they run. A part is loaded when it runs, since some need a browser. */
const parts: Record<string, () => Promise<{ part: Part }>> = {
  pages: () => import('./pages.ts'),
  calls: () => import('./calls.ts'),
  checkout: () => import('./checkout.ts'),
  memory: () => import('./memory.ts'),
  start: () => import('./start.ts'),
  visit: () => import('./visit.ts'),
  taps: () => import('./taps.ts'),
  'moving-on': () => import('./moving-on.ts'),
  inp: () => import('./inp.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  growth: () => import('./growth.ts'),
};

const { values, positionals } = parseArgs({
  options: { repeats: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const repeats = Number(values.repeats);
const names = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = names.filter((name) => !(name in parts));

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Returns what the figures depend on besides the code. */
function circumstances() {
  const [cpu] = cpus();
  return {
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' changed' : ''),
    node: process.version,
    cores: `${cpus().length} × ${cpu?.model ?? 'unknown'}`,
    load: loadavg()[0],
    repeats,
  };
}

async function measure(name: string): Promise<Result> {
  const { part } = await parts[name]!();
  process.stdout.write(`\n${name} …\n`);
  const rows = await part.run({
    repeats,
    report: (line) => process.stderr.write(`  ${line}\n`),
  });
  const result = { name, about: part.about, rows };
  process.stdout.write(`${table(result)}\n`);
  return result;
}

function save(date: string, results: readonly Result[]): string {
  const folder = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, date.slice(0, 19).replaceAll(':', '-'));
  const about = { date, ...circumstances() };
  writeFileSync(`${file}.json`, `${JSON.stringify({ ...about, results }, null, 2)}\n`);
  const words = Object.entries(about).map(([name, value]) => `${name} ${value}`);
  writeFileSync(`${file}.md`, `${markdown(results)}\n\n${words.join(', ')}.\n`);
  return file;
}

if (unknown.length > 0 || !Number.isInteger(repeats) || repeats < 1) {
  process.stderr.write(
    `Usage: npm run bench -- [--repeats 5] [${Object.keys(parts).join('] [')}]\n`,
  );
  process.exitCode = 2;
} else {
  const results: Result[] = [];
  const date = new Date().toISOString();
  for (const name of names) {
    results.push(await measure(name));
    // After each part, so that an aborted run keeps what it has measured.
    save(date, results);
  }
  process.stdout.write(`\nSaved as ${save(date, results)}.json and .md\n`);
  const misses = results.flatMap(({ rows }) => failed(rows));
  for (const { what, value, unit, reach } of misses) {
    process.stderr.write(`${what}: ${value} ${unit}, and ${reach} is the limit\n`);
  }
  if (misses.length > 0) process.exitCode = 1;
}
