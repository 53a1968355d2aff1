// Decides which faults are drawn: each by its own hash, so that an edit of a file does not change the draw in its rest.
// Of Stryker's plugins only a checker can reject single mutants, so this is one.
import { CheckStatus } from '@stryker-mutator/api/check';
import type { Checker } from '@stryker-mutator/api/check';
import type { Mutant as Planted, MutantResult, Position } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A fault as survivors.txt describes it. */
export interface Fault {
  file: string;
  /** The text of the line where it begins. Unlike the number, it stays the same when lines are added above it. */
  line: string;
  from: string;
  to: string;
}

type Mutant = Pick<MutantResult, 'fileName' | 'location' | 'replacement'>;

/** @param first how Stryker numbers the first line and column: 0 for its checkers, 1 in its results */
export function faultOf({ fileName, location, replacement }: Mutant, first: 0 | 1): Fault {
  const text = readFileSync(fileName, 'utf8');
  const lines = text.split('\n');
  const offset = ({ line, column }: Position) =>
    lines.slice(0, line - first).join('\n').length + Math.sign(line - first) + column - first;
  return {
    file: relative(root, fileName),
    line: lines[location.start.line - first]!.trim(),
    from: oneLine(text.slice(offset(location.start), offset(location.end))),
    to: oneLine(replacement ?? ''),
  };
}

export const keyOf = ({ file, line, from, to }: Fault) => JSON.stringify([file, line, from, to]);

/** Returns the settings of the draw. Stryker's processes get them through the environment. */
export const draw = () => ({
  seed: process.env['MUTATION_SEED'] ?? '2',
  oneIn: Number(process.env['MUTATION_ONE_IN'] ?? 8),
});

export function isDrawn(fault: Fault): boolean {
  const { seed, oneIn } = draw();
  const hash = createHash('sha256').update(seed + keyOf(fault));
  return hash.digest().readUInt32BE() < 2 ** 32 / oneIn;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

class SampleChecker implements Checker {
  async init() {}

  async group(mutants: Planted[]) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: Planted[]) {
    const notDrawn = { status: CheckStatus.CompileError, reason: 'not drawn' } as const;
    return Object.fromEntries(
      mutants.map((each) => [
        each.id,
        isDrawn(faultOf(each, 0)) ? { status: CheckStatus.Passed as const } : notDrawn,
      ]),
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
