import { expect, it } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import {
  consumeReviewIntent,
  readLoginState,
  rememberReviewIntent,
  returnPath,
} from './login-redirect.ts';

const browser = openBrowser();

it.each([
  [{ from: '/deliveryform' }, '/deliveryform'],
  [{}, '/home'],
  [{ from: '' }, '/home'],
  [{ from: '/login' }, '/home'],
  [{ from: '/Signup?x=1' }, '/home'],
  [{ from: '/forgot-password' }, '/home'],
  [{ from: '/reset-password' }, '/home'],
  [{ from: 'https://elsewhere.example' }, '/home'],
  [{ from: '//elsewhere.example' }, '/home'],
  [{ from: '/\\elsewhere.example' }, '/home'],
])('%j leads to %s [login-7]', (state, path) => {
  expect(returnPath(state)).toBe(path);
});

it.each([
  [null, {}],
  ['x', {}],
  [{ from: 7, email: 'a@b.in', registered: 'yes', other: 1 }, { email: 'a@b.in' }],
  [{ from: '/cart', registered: true, reset: true }, undefined],
])('reads the history state %j as %j', (state, read) => {
  expect(readLoginState(state)).toEqual(read ?? state);
});

it('returns once that a review of a product was wanted, and forgets another product', () => {
  rememberReviewIntent('3');
  expect(consumeReviewIntent('3')).toBe(true);
  expect(consumeReviewIntent('3')).toBe(false);
  rememberReviewIntent('3');
  expect(consumeReviewIntent('4')).toBe(false);
  expect(consumeReviewIntent('3')).toBe(false);
  browser.session.refuse = 'everything';
  rememberReviewIntent('3');
  expect(consumeReviewIntent('3')).toBe(true);
});
