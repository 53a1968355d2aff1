// Validates the owner's record of a parcel: the courier, the tracking number and the page that shows it.
import * as v from 'valibot';
import { courierName, trackingPage } from './couriers.ts';
import { checkForm, optional, required } from './fields.ts';
import type { Checked } from './fields.ts';

/** A parcel that was handed to a courier. */
export interface Dispatch {
  courier: string;
  trackingNumber?: string;
  /** The courier's page, https. */
  trackingUrl?: string;
}

export type DispatchField = keyof Dispatch;

const INVALID_NUMBER = 'Use letters, digits, spaces and dashes for the tracking number';
const INVALID_URL = 'Use an address that begins with https:// for the tracking page';

const DispatchForm = v.object({
  courier: required('Courier', 60),
  trackingNumber: v.pipe(
    optional('Tracking number', 40),
    v.regex(/^[\p{L}\d][\p{L}\d /-]*$|^$/u, INVALID_NUMBER),
  ),
  trackingUrl: v.pipe(
    optional('Tracking page', 500),
    v.check((text) => text === '' || isPage(text), INVALID_URL),
  ),
});

function isPage(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return text.startsWith('https://') && protocol === 'https:' && username + password === '';
}

/** Checks the form. The page of a known courier need not be given. */
export function checkDispatch(input: Record<string, unknown>): Checked<Dispatch, DispatchField> {
  const checked = checkForm<typeof DispatchForm, DispatchField>(DispatchForm, input);
  if (!checked.ok) return checked;
  const { courier, trackingNumber, trackingUrl } = checked.value;
  const page = trackingUrl || (trackingNumber && trackingPage(courier, trackingNumber));
  return {
    ok: true,
    value: {
      courier: courierName(courier),
      ...(trackingNumber && { trackingNumber }),
      ...(page && { trackingUrl: page }),
    },
  };
}
