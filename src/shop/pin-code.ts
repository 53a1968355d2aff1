// The Indian PIN code, spelt 'pincode' where the specification's own words are shown.

/** Six digits, the first of which is never 0. */
export function isPinCode(text: string): boolean {
  return /^[1-9]\d{5}$/.test(text);
}
