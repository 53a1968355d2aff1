import { expect, test } from 'vitest';
import { currentPage, plainPath } from './paths.ts';

test('an address is the same in any case, with or without its last slash', () => {
  expect(plainPath('/ContactUs')).toBe('/contactus');
  expect(plainPath('/cart/')).toBe('/cart');
  expect(plainPath('/')).toBe('/');
});

test('a link knows the page it leads to', () => {
  expect(currentPage('/Contactus', '/contactUs/')).toBe('page');
  expect(currentPage('/combo', '/weddingcombo')).toBeUndefined();
});
