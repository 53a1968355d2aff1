import { expect, test } from 'vitest';
import { currentPage } from './navigation.tsx';

test('currentPage marks a link to the current page', () => {
  expect(currentPage('/Contactus', '/contactUs/')).toBe('page');
  expect(currentPage('/combo', '/weddingcombo')).toBeUndefined();
});
