import { expect, it } from 'vitest';
import { createOrderId } from '../orders/receipt.ts';

it('returns MA- and ten unambiguous characters, never the same twice', () => {
  const ids = Array.from({ length: 2_000 }, createOrderId);
  for (const id of ids) expect(id).toMatch(/^MA-[0-9A-HJKMNP-TV-Z]{10}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.join('').replaceAll('MA-', '')).size).toBe(32);
});
