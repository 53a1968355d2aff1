// Plain facts of the delivery form, which need no library: states, what a PIN code looks like, the longest gift note.

/** The states that the shop delivers to: 28, no union territories (section 9 of the specification). */
export const states = [
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chhattisgarh',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const;

export type State = (typeof states)[number];

/** The states that the sign-up screen offers, in its order. */
export const signUpStates: readonly State[] = [
  'Tamil Nadu',
  'Kerala',
  'Karnataka',
  'Andhra Pradesh',
  'Telangana',
  'Maharashtra',
  'Uttar Pradesh',
  'Gujarat',
  'Rajasthan',
  'Punjab',
];

/** Returns whether the text is six digits that do not start with 0. The specification spells it 'pincode'. */
export function isPinCode(text: string): boolean {
  return /^[1-9]\d{5}$/.test(text);
}

/** Letters of a gift note, as a reader counts them. */
export const LONGEST_NOTE = 300;
