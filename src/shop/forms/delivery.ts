// Validates the delivery form of the checkout, in the browser and on the server.
import * as v from 'valibot';
import { isPinCode } from '../pin-code.ts';
import { states } from '../states.ts';
import { type Checked, checkForm, email, optional, required } from './check-form.ts';

const INVALID_PHONE = 'Enter a valid 10-digit phone number';
const NO_STATE = 'Please select a state';
const INVALID_PINCODE = 'Enter a valid 6-digit pincode';

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
}

export type DeliveryField = keyof DeliveryDetails;

/** Parses the recipient and address of an order, with a message for each invalid field. */
export const DeliveryForm = v.object(
  {
    customerName: required('Name', 100),
    email,
    phoneNumber: phone,
    landmark: optional('Landmark', 200),
    state: v.optional(v.pipe(v.string(NO_STATE), v.picklist(states, NO_STATE)), ''),
    pincode,
    address: required('Address', 500, 'lines'),
  },
  'Please fill in the delivery details',
);

/** Checks the delivery form; see section 5 of the specification for the messages. */
export function checkDelivery(
  input: Record<string, unknown>,
): Checked<DeliveryDetails, DeliveryField> {
  return checkForm(DeliveryForm, input);
}
