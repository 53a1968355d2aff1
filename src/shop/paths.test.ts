import { expect, test } from 'vitest';
import { needsPageLoad, plainPath } from './paths.ts';

test('plainPath ignores case and a trailing slash', () => {
  expect(plainPath('/ContactUs')).toBe('/contactus');
  expect(plainPath('/cart/')).toBe('/cart');
  expect(plainPath('/')).toBe('/');
});

test('needsPageLoad returns true for the payment page only', () => {
  expect(needsPageLoad('/deliveryform')).toBe(true);
  expect(needsPageLoad('/DeliveryForm/?x')).toBe(true);
  expect(needsPageLoad('/your-orders?from=/deliveryform')).toBe(false);
});
