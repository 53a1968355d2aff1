import { expect, it } from 'vitest';
import { phoneText } from './phone-text.ts';

it('sets the country code and the two halves of a number apart', () => {
  expect(phoneText('9876543210')).toBe('+91 98765 43210');
});
