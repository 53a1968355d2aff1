/** Formats ten digits as a phone number is read out: '+91 98765 43210'. */
export function phoneText(digits: string): string {
  return `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`;
}
