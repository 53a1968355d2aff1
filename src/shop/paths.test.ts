import { expect, test } from 'vitest';
import { needsPageLoad, plainPath } from './paths.ts';

test('an address is the same in any case, with or without its last slash', () => {
  expect(plainPath('/ContactUs')).toBe('/contactus');
  expect(plainPath('/cart/')).toBe('/cart');
  expect(plainPath('/')).toBe('/');
});

test('the page of the payment is entered by a page load', () => {
  expect(needsPageLoad('/deliveryform')).toBe(true);
  expect(needsPageLoad('/DeliveryForm/?x')).toBe(true);
  expect(needsPageLoad('/your-orders?from=/deliveryform')).toBe(false);
});
