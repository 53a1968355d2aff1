// Validates the delivery form of the checkout, in the browser and on the server.
import * as v from 'valibot';
import { dayInIndia, isDay } from '../dates.ts';
import { isPinCode, LONGEST_NOTE, states } from '../states.ts';
import { letters, plainCode, ungrouped } from './clean-text.ts';
import {
  checkForm,
  emailField,
  manyLines,
  optional,
  phoneField,
  required,
  tooLong,
} from './fields.ts';
import type { Checked } from './fields.ts';

const NO_STATE = 'Please select a state';
const INVALID_PINCODE = 'Enter a valid 6-digit pincode';
const INVALID_DATE = 'Enter a valid date';
const PAST_DATE = 'This date has passed. Please choose a later one';

const pincode = v.optional(
  v.pipe(v.string(INVALID_PINCODE), v.transform(ungrouped), v.check(isPinCode, INVALID_PINCODE)),
  '',
);

// Optional texts are absent if empty: an order without them is stored as it was before they existed.
const giftNote = v.pipe(
  // An emoji has up to 16 characters.
  optional('Gift note', LONGEST_NOTE * 16, manyLines),
  v.check((text) => letters(text).length <= LONGEST_NOTE, tooLong('Gift note', LONGEST_NOTE)),
  v.transform((text) => text || undefined),
);

const neededBy = v.pipe(
  v.nullish(v.string(INVALID_DATE), ''),
  v.transform(plainCode),
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
    phoneNumber: phoneField,
    landmark: optional('Landmark', 200),
    state: v.optional(v.pipe(v.string(NO_STATE), v.picklist(states, NO_STATE)), ''),
    pincode,
    address: required('Address', 500, manyLines),
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
export function passedDate(typed: unknown, now: Date): string | undefined {
  const day = typeof typed === 'string' ? plainCode(typed) : '';
  return isDay(day) && day < dayInIndia(now) ? PAST_DATE : undefined;
}
