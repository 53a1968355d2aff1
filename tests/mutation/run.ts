// The mutation score: Stryker plants randomly drawn faults, one at a time, and the tests must fail for each.
//   node tests/mutation/run.ts [--seed 2] [--one-in 8] [--part unit] [files…]
// Exits with 1 if too few are killed, or if one survives without a reason in survivors.txt.
import { Stryker } from '@stryker-mutator/core';
import { parseArgs } from 'node:util';
import { parts } from './parts.ts';
import type { Part } from './parts.ts';
import { report } from './report.ts';
import type { Outcome } from './report.ts';
import { faultOf, isDrawn } from './sample.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, 'one-in': { type: 'string' }, part: { type: 'string' } },
});
if (values.seed !== undefined) process.env['MUTATION_SEED'] = values.seed;
if (values['one-in'] !== undefined) process.env['MUTATION_ONE_IN'] = values['one-in'];
// The tests of `npm run test:all` must notice them, on the faster database.
process.env['MAALAI_TESTS'] = 'all';
process.env['MAALAI_DATABASES'] = 'sqlite';

async function outcomesOf({ name, options }: Part): Promise<Outcome[]> {
  process.env['MUTATION_PART'] = name;
  const results = await new Stryker({
    ...options,
    tempDirName: `.cache/mutation-${name}`,
    mutate: [...(files.length > 0 ? files : options.mutate!), '!**/*.test.{ts,tsx}'],
  }).runMutationTest();
  return results.flatMap((result) => {
    const fault = faultOf(result, 1);
    const { line, column } = result.location.start;
    const at = `${fault.file}:${line}:${column}`;
    return isDrawn(fault) ? [{ ...fault, at, status: result.status }] : [];
  });
}

const outcomes: Outcome[] = [];
for (const part of parts.filter(({ name }) => [name, undefined].includes(values.part))) {
  outcomes.push(...(await outcomesOf(part)));
}
const complaints = report(outcomes, files.length === 0 && values.part === undefined);
for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;
