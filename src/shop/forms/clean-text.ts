// Cleans what people type and paste, in the browser and on the server. Contacts and chats put invisible characters into
// what is copied from them. Needs no library: pages without a form use it too.

/** Returns the text without invisible characters, except those that join or vary the letters and emoji of a text. */
export const visible = (text: string) =>
  text.replaceAll(
    /(?![\p{Join_Control}\p{Variation_Selector}\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu,
    '',
  );

/** Cleans an address of an e-mail or a page, in which nothing invisible has a meaning. */
export const bare = (text: string) =>
  text.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '').trim();

/** Cleans a code or a date: letters and digits of any width and script of digits become plain ones. */
export const plainCode = (text: string) => asciiDigits(bare(text).normalize('NFKC')).trim();

/** Returns the text with digits of any script as '0' to '9'. */
export const asciiDigits = (text: string) => text.replaceAll(/(?!\d)\p{Nd}/gu, toAsciiDigit);

/** Cleans a number that people write in groups: '600-004' is 600004. Keeps a plus. */
export const ungrouped = (text: string) =>
  plainCode(text)
    .replaceAll(/[\s\p{P}\u2212]/gu, '')
    // Marks that a blank kept apart have an order of their own.
    .normalize('NFKC');

/** Unicode has the ten digits of a script one after another, and never begins such a run elsewhere. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}

/** Returns the letters that people see: an emoji or a Tamil letter may have several characters. */
export function letters(text: string): string[] {
  // Firefox has it since version 125. Without it, at least no surrogate pair is split.
  if (!('Segmenter' in Intl)) return [...text];
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}

/** Returns the beginning of a text: whole letters, of at most so many characters. */
export function beginning(text: string, longest: number): string {
  let end = 0;
  if (text.length > longest) {
    for (const { length } of letters(text.slice(0, longest + 100))) {
      if (end + length > longest) return text.slice(0, end);
      end += length;
    }
  }
  return text;
}

/** Commas stand before three digits, further ahead before two as in India or three: '1,00,000'. */
const AMOUNT =
  /^(?:(?:₹|rs\.?) ?)?(\d{1,12}|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?(?:\/-)?$/i;

/**
 * Returns rupees, '250', '₹ 250.00', 'Rs. 250/-' or '2,500', in paise; undefined if it is no amount. '25,00' is none: who
 * writes it so may mean 25 or 2,500.
 */
export function readRupees(text: string): number | undefined {
  const [, whole, part = ''] = AMOUNT.exec(plainCode(text)) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
}
