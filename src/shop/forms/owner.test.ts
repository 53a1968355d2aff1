import * as v from 'valibot';
import { expect, it } from 'vitest';
import { dayField } from './owner.ts';

it.each([
  ['', undefined],
  ['2027-11-22', undefined],
  ['2027-11-23', 'Choose a day within a year'],
  ['2027-02-29', 'Choose a day that exists'],
])('the day %j of the owner is refused on 22 November 2026: %s', (day, why) => {
  const { issues } = v.safeParse(dayField('2026-11-22'), day);
  expect(issues?.[0].message).toBe(why);
});
