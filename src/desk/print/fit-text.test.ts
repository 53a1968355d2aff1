// The size of type at which an address fits on paper.
import { expect, it } from 'vitest';
import { fitText } from './fit-text.ts';

const label = { sizes: [15, 12, 10, 8, 6], width: 86, height: 56 };
const fit = (address: string, name = 'Kavya Raman') => {
  const { size, fits } = fitText([name, ...address.split('\n'), 'Tamil Nadu'], label);
  return fits ? size : 'cut off';
};
const street = '14 North Mada Street, second floor, behind the temple tank, Mylapore, Chennai ';

it('is large for what people write, and smaller for what is long, wide or has no blank', () => {
  expect(fit('14 North Mada Street\nMylapore, Chennai')).toBe(15);
  expect(fit('x'.repeat(60))).toBe(15);
  expect(fit(street.repeat(3).slice(0, 230))).toBe(12);
  expect(fit(street.repeat(7).slice(0, 500), street)).toBe(8);
  expect(fit('W'.repeat(400))).toBe(6);
  expect(fit('दिल्ली '.repeat(40))).toBeGreaterThanOrEqual(10);
  // Its vowels stand beside the letters: two such words a line at 8 pt, as Noto Sans Tamil has it.
  expect(fit('திருவல்லிக்கேணி '.repeat(24))).toBe(8);
  expect(fit('തിരുവനന്തപുരം '.repeat(100))).toBe('cut off');
  expect(fit('🎂'.repeat(250))).toBe(8);
  expect(fit('W'.repeat(900))).toBe('cut off');
});

it('breaks no word that is whole at 10 pt or more', () => {
  expect(fit('14 North Mada Street', 'Venkatanarasimharajuvaripeta Subramanian')).toBe(12);
  expect(fit('Thiruvananthapuram-'.repeat(2))).toBe(10);
  expect(fit('Thiruvananthapuram-'.repeat(3)), 'it breaks in any case').toBe(15);
});

it('joins very many short lines, and no others', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `L${at}`);
  const joined = fitText(['Kavya', ...lines], label);
  expect(joined.lines).toEqual(['Kavya', lines.join(', ')]);
  expect(joined.size).toBeGreaterThanOrEqual(10);
  const few = ['Kavya', ...lines.slice(0, 5)];
  expect(fitText(few, label)).toEqual({ size: 15, lines: few, fits: true });
});
