import { covers } from '#support/covers.ts';
import { expect, it } from 'vitest';
import { orderIdOf, successPath } from './success-path.ts';

it('carries the order through a reload', covers('placed-3'), () => {
  const path = successPath('MA-4F7KQ2M9XA');
  expect(path).toBe('/success?order=MA-4F7KQ2M9XA');
  const search = path.slice(path.indexOf('?'));
  expect(orderIdOf({ search, state: null })).toBe('MA-4F7KQ2M9XA');
});

it('believes the history state before the address', () => {
  expect(orderIdOf({ search: '?order=B', state: { orderId: 'A' } })).toBe('A');
});

it.each(['', '?order=', '?order=call%20this%20number', `?order=${'A'.repeat(65)}`, '?other=A'])(
  'shows nothing for %j',
  (search) => {
    expect(orderIdOf({ search, state: undefined })).toBeUndefined();
  },
);
