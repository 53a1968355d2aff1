import { expect, it } from 'vitest';
import { failure } from '#support/storefront/failure.ts';
import { orderRefused } from './alerts.ts';

it('orderRefused says what to do about a payment order that could not be created', () => {
  const text = 'Failed to initiate payment.';
  expect(orderRefused(failure(401))).toEqual({
    text,
    detail: 'Please log in to continue.',
    login: true,
  });
  expect(orderRefused(failure(400, { detail: 'That is sold out.' }))).toEqual({
    text,
    detail: 'That is sold out.',
  });
  expect(orderRefused(failure(500, { detail: '' }))).toEqual({ text, detail: 'Please try again.' });
});
