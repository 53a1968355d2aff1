import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { readLoginState, returnPath } from './login-redirect.ts';

it.each([
  [{ from: '/deliveryform' }, '/deliveryform'],
  [{ from: '/your-orders' }, '/your-orders'],
  [{}, '/home'],
  [{ from: '' }, '/home'],
  [{ from: '/login' }, '/home'],
  [{ from: '/Signup?x=1' }, '/home'],
  [{ from: '/forgot-password' }, '/home'],
  [{ from: '/reset-password' }, '/home'],
  [{ from: 'https://elsewhere.example' }, '/home'],
  [{ from: '//elsewhere.example' }, '/home'],
  [{ from: '/\\elsewhere.example' }, '/home'],
])('%j leads to %s', covers('login-7'), (state, path) => {
  expect(returnPath(state)).toBe(path);
});

it('accepts a history state of any shape', () => {
  expect(readLoginState(null)).toEqual({});
  expect(readLoginState('x')).toEqual({});
  expect(readLoginState({ from: 7, email: 'a@b.in', registered: 'yes', other: 1 })).toEqual({
    email: 'a@b.in',
  });
  expect(readLoginState({ email: 'a@b.in', reset: true })).toEqual({
    email: 'a@b.in',
    reset: true,
  });
  expect(readLoginState({ from: '/cart', registered: true })).toEqual({
    from: '/cart',
    registered: true,
  });
});
