import { expect, test } from 'vitest';
import type { Route } from './router.ts';
import { createRouter } from './router.ts';

function route(method: Route['method'], path: string): Route {
  return { method, path, name: path, handle: () => ({ status: 200, headers: {}, body: '' }) };
}

const router = createRouter([
  route('GET', '/v1/orders/:id'),
  route('POST', '/v1/orders'),
  route('GET', '/test-payments/checkout.js'),
  route('GET', '/control/ledger'),
]);

test('finds a route and the variable part of its path', () => {
  expect(router('GET', '/v1/orders/order_1')).toMatchObject({
    found: true,
    params: { id: 'order_1' },
  });
});

test('tells a wrong method from an unknown path', () => {
  expect(router('GET', '/v1/orders')).toEqual({ found: false, allowed: ['POST'] });
  expect(router('GET', '/v1/refunds')).toEqual({ found: false, allowed: [] });
});

test('a dot in a path is a dot', () => {
  expect(router('GET', '/test-payments/checkoutXjs').found).toBe(false);
});

test.each([
  '/test-payments/../control/ledger',
  '/test-payments/%2e%2e/control/ledger',
  '/test-payments//control/ledger',
  '//control/ledger',
  '/control/ledger/',
])('nothing climbs out of the public part: %s', (path) => {
  expect(router('GET', path).found).toBe(false);
});
