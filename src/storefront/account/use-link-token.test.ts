import { expect, it } from 'vitest';
import { readLinkToken } from './auth-layout.tsx';

it.each([
  ['#abc-_1', null, 'abc-_1'],
  ['', { token: 'abc' }, 'abc'],
  ['#new', { token: 'old' }, 'new'],
  ['#', { token: 'abc' }, 'abc'],
  ['', null, undefined],
  ['#', undefined, undefined],
  ['', { token: 7 }, undefined],
  ['', 'abc', undefined],
])('the token of the fragment %j with the state %j is %j', (hash, state, token) => {
  expect(readLinkToken(hash, state)).toBe(token);
});
