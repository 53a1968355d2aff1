// What the owner types about an order.
import * as v from 'valibot';
import { addDays, isDay } from '../dates.ts';
import { plainCode } from './clean-text.ts';
import { DeliveryForm } from './delivery.ts';
import type { DeliveryDetails } from './delivery.ts';
import { manyLines, optional } from './fields.ts';

/** What is written on a parcel, in the order of the delivery form. */
export const addressFields = [
  'customerName',
  'phoneNumber',
  'landmark',
  'state',
  'pincode',
  'address',
] as const;
export type AddressField = (typeof addressFields)[number];

/** Parses the address of a parcel, with the messages of the delivery form (section 5 of the specification). */
export const AddressForm = v.pick(DeliveryForm, addressFields);
export type Address = Pick<DeliveryDetails, AddressField>;

/** The owner's own note on an order, which may have several lines; '' if there is none. */
export const noteField = optional('Note', 1_000, manyLines);

const NO_DAY = 'Choose a day that exists';

/** A day, or none. Not so far ahead that days counted from it have other digits. */
export const dayField = v.pipe(
  v.optional(v.string(), ''),
  v.transform(plainCode),
  v.check((day) => day === '' || isDay(day), NO_DAY),
  v.check((day) => day < '2100', 'Choose a day before 2100'),
);

/** A day that the owner promises: from `today` on, and within a year, because texts leave the year out. */
export const promisedDay = (today: string) =>
  v.pipe(
    dayField,
    v.check((day) => day !== '', NO_DAY),
    v.check((day) => day >= today, 'This day has passed. Please choose a later one'),
    v.check((day) => day <= addDays(today, 365), 'Choose a day within a year'),
  );

/** Why a review may be hidden. Never because it is bad: the answer is for that. */
export const hideReasons = [
  'Personal data',
  'Abuse',
  'Not about the product',
  'Picture of someone else',
] as const;
export type HideReason = (typeof hideReasons)[number];

/** The owner's public answer to a review; '' takes it back. */
export const responseField = optional('Answer', 1_000, manyLines);
