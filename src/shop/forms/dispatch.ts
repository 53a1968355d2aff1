// The owner's record of a parcel: the courier, the tracking number and the page that shows it; and the couriers that the
// shop knows.
import * as v from 'valibot';
import { bare, plainCode } from './clean-text.ts';
import { checkForm, optional, required } from './fields.ts';
import type { Checked } from './fields.ts';

/** A parcel that was handed to a courier. */
export interface Dispatch {
  courier: string;
  trackingNumber?: string;
  /** The courier's page, https. */
  trackingUrl?: string;
}

type DispatchField = keyof Dispatch;

const INVALID_NUMBER = 'Use letters, digits, spaces and dashes for the tracking number';
const INVALID_URL = 'Use an address that begins with https:// for the tracking page';

const DispatchForm = v.object({
  courier: required('Courier', 60),
  trackingNumber: v.pipe(
    optional('Tracking number', 40, plainNumber),
    v.regex(/^[\p{L}\d][\p{L}\d /-]*$|^$/u, INVALID_NUMBER),
  ),
  trackingUrl: v.pipe(
    optional('Tracking page', 500, bare),
    v.check((text) => text === '' || isPage(text), INVALID_URL),
  ),
});

/** Cleans a number that was copied from a page or a message: blanks and dashes of any kind become plain ones. */
function plainNumber(text: string): string {
  return plainCode(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-');
}

/** Returns a tracking number as couriers have it: without blanks and dashes, in capitals. */
export function bareNumber(number: string): string {
  return number.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase();
}

const inLink = (number: string) => encodeURIComponent(bareNumber(number));

function isPage(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return text.startsWith('https://') && protocol === 'https:' && username + password === '';
}

/** Checks the form. The page of a known courier need not be given, and its name is written as the courier writes it. */
export function checkDispatch(input: Record<string, unknown>): Checked<Dispatch, DispatchField> {
  const checked = checkForm<typeof DispatchForm, DispatchField>(DispatchForm, input);
  if (!checked.ok) return checked;
  return { ok: true, value: withPage(checked.value) };
}

function withPage({ courier, trackingNumber, trackingUrl }: Dispatch): Dispatch {
  const known = findCourier(courier);
  const page = trackingUrl || (trackingNumber && known?.page(inLink(trackingNumber)));
  return {
    courier: known?.name ?? courier,
    ...(trackingNumber && { trackingNumber }),
    ...(page && { trackingUrl: page }),
  };
}

/**
 * Returns the record of a parcel with a checked correction of it. What the correction leaves out stays, unless it names
 * another courier; a page that contains the tracking number gets the new one.
 */
export function correctDispatch(recorded: Dispatch, correction: Partial<Dispatch>): Dispatch {
  const { courier, trackingNumber: old = '', trackingUrl } = recorded;
  if ((correction.courier ?? courier) !== courier) return { courier, ...correction };
  const { trackingNumber = old } = correction;
  // In a page that the owner entered, or that was recorded earlier, it may be as it was typed.
  const from = [encodeURIComponent(old), inLink(old)].find((text) => trackingUrl?.includes(text));
  const page =
    from && trackingNumber ? trackingUrl?.replaceAll(from, inLink(trackingNumber)) : trackingUrl;
  return withPage({ courier, trackingNumber, ...(page && { trackingUrl: page }), ...correction });
}

interface Courier {
  name: string;
  /** Its other names, as `plain` normalises them. */
  aliases?: readonly string[];
  page: (number: string) => string;
}

/**
 * The couriers that the shop knows, and their tracking pages. For any other courier the owner enters the page. Couriers
 * change their pages; if none can be opened with the tracking number in its URL, the number is typed on the page.
 */
const couriers: readonly Courier[] = [
  { name: 'DTDC', page: () => 'https://www.dtdc.com/track-your-shipment/' },
  {
    name: 'India Post',
    aliases: ['speedpost', 'indiaspeedpost', 'indianpost'],
    page: () => 'https://www.indiapost.gov.in/',
  },
  { name: 'Delhivery', page: (number) => `https://www.delhivery.com/track-v2/package/${number}` },
  {
    name: 'Blue Dart',
    page: (number) =>
      `https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  },
  {
    name: 'XpressBees',
    page: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}`,
  },
  { name: 'ST Courier', aliases: ['st'], page: () => 'https://stcourier.com/track/shipment' },
  {
    name: 'Professional Couriers',
    aliases: ['professionalcourier', 'professional', 'theprofessionalcouriers', 'tpc'],
    page: () => 'https://www.tpcindia.com/',
  },
];

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

function findCourier(name: string): Courier | undefined {
  const searched = plain(name);
  return couriers.find((each) => plain(each.name) === searched || each.aliases?.includes(searched));
}
