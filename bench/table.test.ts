import { describe, expect, it } from 'vitest';
import { failed, isMet, middle, percentile } from './part.ts';
import type { Row } from './part.ts';
import { markdown, table } from './table.ts';

const rows: Row[] = [
  { what: '/home', unit: 'ms CPU', value: 0.1234, spread: [0.12, 0.5], twin: 0.1, reach: 0.2 },
  { what: 'quiet', unit: 'MB', value: 179.6, reach: 110 },
  { what: 'against the twin', unit: 'ratio', value: 0.84, reach: 0.9, reachIs: 'least' },
  { what: 'files', unit: 'requests', value: 40 },
];

it('shows value, spread, twin, reach and whether it is met, aligned', () => {
  expect(table({ name: 'pages', about: 'A page.', rows }).split('\n')).toEqual([
    'pages: A page.',
    '                         value    spread  twin  × twin  reach',
    '/home             0.123 ms CPU  0.12–0.5   0.1    1.23    0.2     met',
    'quiet                   180 MB                            110  missed',
    'against the twin          0.84                            0.9  missed',
    'files              40 requests',
  ]);
});

it('shows the same in Markdown', () => {
  const lines = markdown([{ name: 'pages', about: '', rows: rows.slice(0, 1) }]).split('\n');
  expect(lines[0]).toBe('|  | value | spread | twin | × twin | reach |  |');
  expect(lines[2]).toBe('| pages: /home | 0.123 ms CPU | 0.12–0.5 | 0.1 | 1.23 | 0.2 | met |');
});

describe('a reach', () => {
  const row = (more: Partial<Row>): Row => ({ what: '', unit: 'ms', value: 1, reach: 1, ...more });

  it('is an upper limit, and for a score a lower one', () => {
    expect(isMet(row({}))).toBe(true);
    expect(isMet(row({ value: 1.1 }))).toBe(false);
    expect(isMet(row({ unit: 'score', value: 0.9 }))).toBe(false);
    expect(isMet(row({ unit: 'score', value: 1.1 }))).toBe(true);
    expect(isMet({ what: '', unit: 'ms', value: 1 })).toBeUndefined();
  });

  it('fails the run if the figure is exact, and never for a time', () => {
    const missed = { value: 2 };
    const exact = (['KB', 'requests', 'taps'] as const).map((unit) => row({ ...missed, unit }));
    const times = (['ms', 'ms CPU', 'MB', 'ratio'] as const).map((unit) =>
      row({ ...missed, unit }),
    );
    expect(failed([...times, ...exact])).toEqual(exact);
    expect(failed([row({ unit: 'KB' })])).toEqual([]);
  });
});

it('uses the median as the value, and the least and the most as the spread', () => {
  expect(middle([5, 1, 3])).toEqual({ value: 3, spread: [1, 5] });
  expect(middle([4, 1, 2, 3])).toEqual({ value: 2.5, spread: [1, 4] });
  expect(() => middle([])).toThrow('nothing was measured');
});

it('returns the value that a share of the measurements does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 1)).toBe(100);
});
