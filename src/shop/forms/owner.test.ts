import * as v from 'valibot';
import { expect, it } from 'vitest';
import { dayField, promisedDay } from './owner.ts';

it.each([
  ['', undefined, 'Choose a day that exists'],
  ['2026-11-21', undefined, 'This day has passed. Please choose a later one'],
  ['2026-11-22', undefined, undefined],
  ['2027-11-22', undefined, undefined],
  ['2027-11-23', undefined, 'Choose a day within a year'],
  ['2099-12-31', undefined, 'Choose a day within a year'],
  ['2100-01-01', 'Choose a day before 2100', 'Choose a day before 2100'],
  ['2027-02-29', 'Choose a day that exists', 'Choose a day that exists'],
])('the day %j is refused on 22 November 2026: %s, as a promise: %s', (day, why, whyNoPromise) => {
  const refusal = (field: v.GenericSchema<unknown, string>) =>
    v.safeParse(field, day).issues?.[0].message;
  expect([refusal(dayField), refusal(promisedDay('2026-11-22'))]).toEqual([why, whyNoPromise]);
});
