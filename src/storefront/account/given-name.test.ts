import { expect, it } from 'vitest';
import { givenName } from './account-screen.tsx';

it.each([
  ['Kavya Raman', 'Kavya'],
  ['R. Kavya', 'Kavya'],
  ['K R Meena', 'Meena'],
  ['Jo Thomas', 'Jo'],
  ['  Asha  ', 'Asha'],
  ['K. R.', 'K. R.'],
])('the given name of %j is %j', (name, given) => {
  expect(givenName(name)).toBe(given);
});
