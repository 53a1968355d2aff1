// Figures as tables: aligned for the terminal, and in Markdown to paste.
import { isMet } from './part.ts';
import type { Result, Row } from './part.ts';

const heads = ['value', 'spread', 'twin', '× twin', 'reach', ''];

/** Returns a number with three significant digits, and whole from a hundred on. */
function digits(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

function cells(row: Row): string[] {
  const { value, unit, spread, twin, reach } = row;
  const met = isMet(row);
  return [
    unit === 'ratio' || unit === 'score' ? digits(value) : `${digits(value)} ${unit}`,
    spread ? `${digits(spread[0])}–${digits(spread[1])}` : '',
    twin === undefined ? '' : digits(twin),
    twin ? digits(value / twin) : '',
    reach === undefined ? '' : digits(reach),
    met === undefined ? '' : met ? 'met' : 'missed',
  ];
}

/** Returns a part's rows as aligned lines under a line with its name. */
export function table({ name, about, rows }: Result): string {
  const lines = [['', ...heads], ...rows.map((row) => [row.what, ...cells(row)])];
  const widths = heads.map((_, at) => Math.max(...lines.map((line) => line[at + 1]!.length)));
  const first = Math.max(...lines.map((line) => line[0]!.length));
  const aligned = lines.map(([what = '', ...rest]) =>
    [what.padEnd(first), ...rest.map((cell, at) => cell.padStart(widths[at]!))]
      .join('  ')
      .trimEnd(),
  );
  return [`${name}: ${about}`, ...aligned].join('\n');
}

/** Returns the rows of all parts as one Markdown table. */
export function markdown(results: readonly Result[]): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const lines = results.flatMap(({ name, rows }) =>
    rows.map((row) => line([`${name}: ${row.what}`, ...cells(row)])),
  );
  return [line(['', ...heads]), line(['---', ...heads.map(() => '---:')]), ...lines].join('\n');
}
