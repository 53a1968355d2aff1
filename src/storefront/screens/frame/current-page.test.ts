import { expect, test } from 'vitest';
import { currentPage } from './current-page.ts';

test('a link knows the page it leads to', () => {
  expect(currentPage('/Contactus', '/contactUs/')).toBe('page');
  expect(currentPage('/combo', '/weddingcombo')).toBeUndefined();
});
