// Validates the delivery form of the checkout, in the browser and on the server.
import * as v from 'valibot';
import { dayInIndia } from '../dates.ts';
import { isPinCode, LONGEST_NOTE, states } from '../states.ts';
import { checkForm, emailField, optional, required } from './fields.ts';
import type { Checked } from './fields.ts';

const INVALID_PHONE = 'Enter a valid 10-digit phone number';
const NO_STATE = 'Please select a state';
const INVALID_PINCODE = 'Enter a valid 6-digit pincode';
const INVALID_DATE = 'Enter a valid date';
const PAST_DATE = 'This date has passed. Please choose a later one';

// People type and paste numbers with spaces, brackets, dashes, invisible marks and a prefix.
const bareNumber = (text: string) =>
  text
    .replaceAll(/[\s().\-\u2010-\u2015\u200E\u200F\u202A-\u202E]/g, '')
    .replace(/^(?:\+91|0091|91|0)(?=\d{10}$)/, '');

const phone = v.optional(
  v.pipe(
    v.string(INVALID_PHONE),
    v.transform(bareNumber),
    v.check((text) => /^\d{10}$/.test(text), INVALID_PHONE),
  ),
  '',
);

const pincode = v.optional(
  v.pipe(
    v.string(INVALID_PINCODE),
    v.transform((text) => text.replaceAll(/\s/g, '')),
    v.check(isPinCode, INVALID_PINCODE),
  ),
  '',
);

// Optional texts are absent if empty: an order without them is stored as it was before they existed.
const giftNote = v.pipe(
  optional('Gift note', LONGEST_NOTE, 'lines'),
  v.transform((text) => text || undefined),
);

const neededBy = v.pipe(
  v.nullish(v.string(INVALID_DATE), ''),
  v.check((text) => text === '' || isDay(text), INVALID_DATE),
  v.transform((text) => text || undefined),
);

/** The recipient and address of an order. */
export interface DeliveryDetails {
  customerName: string;
  email: string;
  /** Ten digits, without +91. */
  phoneNumber: string;
  landmark?: string;
  state: string;
  pincode: string;
  address: string;
  /** For the recipient; may have several lines. */
  giftNote?: string | undefined;
  /** The day on which the gift is needed, as an ISO date. */
  neededBy?: string | undefined;
}

export type DeliveryField = keyof DeliveryDetails;

/** Parses the recipient and address of an order, with a message for each invalid field. */
export const DeliveryForm = v.object(
  {
    customerName: required('Name', 100),
    email: emailField,
    phoneNumber: phone,
    landmark: optional('Landmark', 200),
    state: v.optional(v.pipe(v.string(NO_STATE), v.picklist(states, NO_STATE)), ''),
    pincode,
    address: required('Address', 500, 'lines'),
    giftNote,
    neededBy,
  },
  'Please fill in the delivery details',
);

/** Checks the delivery form; see section 5 of the specification for the messages. */
export function checkDelivery(
  input: Record<string, unknown>,
  now: Date,
): Checked<DeliveryDetails, DeliveryField> {
  const checked = checkForm<typeof DeliveryForm, DeliveryField>(DeliveryForm, input);
  const passed = passedDate(input['neededBy'], now);
  if (passed === undefined) return checked;
  return { ok: false, errors: { ...(!checked.ok && checked.errors), neededBy: passed } };
}

/** Returns the message for a day that has passed in India; undefined if it has not passed or is not a date. */
export function passedDate(day: unknown, now: Date): string | undefined {
  return typeof day === 'string' && isDay(day) && day < dayInIndia(now) ? PAST_DATE : undefined;
}

/** Returns whether the text is an ISO date that exists: '2026-02-29' does not. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
