import { expect, it } from 'vitest';
import { resetTokenOf } from './use-reset-token.ts';

it.each([
  ['?token=abc', null, 'abc'],
  ['', { token: 'abc' }, 'abc'],
  ['?token=new', { token: 'old' }, 'new'],
  ['?token=', { token: 'abc' }, 'abc'],
  ['', null, undefined],
  ['?token=', undefined, undefined],
  ['', { token: 7 }, undefined],
  ['', 'abc', undefined],
])('of %j and %j is %j', (search, state, token) => {
  expect(resetTokenOf(search, state)).toBe(token);
});
