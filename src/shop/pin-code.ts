// Checks Indian PIN codes. Names and texts from the specification spell it 'pincode'.

/** Returns whether the text is six digits that do not start with 0. */
export function isPinCode(text: string): boolean {
  return /^[1-9]\d{5}$/.test(text);
}
