// Decides which faults are drawn: each by its own hash, so that an edit of a file does not change the draw in its rest.
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

interface Position {
  line: number;
  column: number;
}

interface Mutant {
  fileName: string;
  location: Record<'start' | 'end', Position>;
  replacement?: string | undefined;
}

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
