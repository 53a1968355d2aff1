// The base of all forms: cleaned text, field schemas, and one message a field.
import * as v from 'valibot';
import { bare, ungrouped, visible } from './clean-text.ts';

/** The result of a form's validation: the cleaned value, or one message per field. */
export type Checked<V, F extends string> =
  | { ok: true; value: V }
  | { ok: false; errors: Partial<Record<F, string>> };

type FormSchema = v.GenericSchema<unknown, Record<string, unknown>>;

/** Validates the input of a form. Returns the first message of each invalid field. */
export function checkForm<S extends FormSchema, F extends string>(
  schema: S,
  input: Record<string, unknown>,
): Checked<v.InferOutput<S>, F> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return { ok: true, value: parsed.output };
  const errors: Partial<Record<string, string>> = {};
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return { ok: false, errors: errors as Partial<Record<F, string>> };
}

/** Matches a visible character: not a blank, and not a mark that is invisible by itself. */
const VISIBLE = /[^\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const isVisible = (text: string) => VISIBLE.test(text);

// A joiner or variation that stands alone is invisible, and stacked accents cover the lines above them.
const withoutTricks = (text: string) =>
  text
    .replaceAll(
      /(^|[\s!"$-)+-/:-~])[\p{Join_Control}\p{Variation_Selector}\u{E0020}-\u{E007F}]+/gu,
      '$1',
    )
    .replaceAll(/(\p{M}{6})\p{M}+/gu, '$1');

/** Cleans a text of one line. A line break in a name could end a header of an e-mail. */
export const oneLine = (text: string) =>
  withoutTricks(visible(text).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')).trim();

/** Cleans a text that may have several lines. PostgreSQL's text type rejects NUL. */
export const manyLines = (text: string) =>
  withoutTricks(
    visible(text)
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll(/[^\P{Cc}\n]+/gu, ' '),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

export const tooLong = (label: string, longest: number) =>
  `${label} is too long: please use at most ${longest} characters`;

/** A required text field. Marked free of side effects, so that the bundler drops forms that a page does not show. */
/* @__NO_SIDE_EFFECTS__ */
export function required(
  label: string,
  longest: number,
  clean = oneLine,
  message = `${label} is required`,
) {
  return v.optional(
    v.pipe(
      v.string(message),
      v.transform(clean),
      v.check(isVisible, message),
      v.maxLength(longest, tooLong(label, longest)),
    ),
    '',
  );
}

/** An optional text field; '' if empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optional(label: string, longest: number, clean = oneLine) {
  return v.nullish(
    v.pipe(
      v.string(`${label} must be text`),
      v.transform(clean),
      v.maxLength(longest, tooLong(label, longest)),
    ),
    '',
  );
}

/** Every id that comes from outside, in a path, a query, a body or a header. */
/* @__NO_SIDE_EFFECTS__ */
export const idField = (message = 'There is nothing with this id', longest = 64) =>
  v.pipe(v.string(message), v.maxLength(longest, message), v.regex(/^[\w-]+$/, message));

const INVALID_PHONE = 'Enter a valid 10-digit phone number';

/** Returns the ten digits of a number with one of the usual prefixes, as '+91 (0) 98765-43210'. */
const phoneDigits = (text: string) =>
  ungrouped(text).replace(/^(?:(?:\+|00?)?91)?0?(?=\d{10}$)/, '');

const isPhone = (text: string) => /^\d{10}$/.test(text);

/** A telephone number of India: ten digits. */
export const phoneField = v.optional(
  v.pipe(v.string(INVALID_PHONE), v.transform(phoneDigits), v.check(isPhone, INVALID_PHONE)),
  '',
);

/** Cleans a telephone number, or any other text in its place. */
export const phoneOrText = (text: string) => {
  const digits = phoneDigits(text);
  return isPhone(digits) ? digits : oneLine(text);
};

// Stricter than better-auth's own rule, but for the international top-level domains.
const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w.+'-]*[\w+-]@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/i;
const LONGEST_EMAIL = 254;

const INVALID_EMAIL = 'Enter a valid email address';

/**
 * Returns an e-mail address as the shop stores it: in lower case, so that Asha@ and asha@ are the same account, and with
 * an international domain in ASCII, as browsers send it from a field for e-mails.
 */
export function plainEmail(typed: string): string {
  const text = bare(typed).toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  // Only a name of a host: a URL has other parts.
  if (text.length > LONGEST_EMAIL || !/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain)) return text;
  try {
    return text.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return text;
  }
}

/** An e-mail address. */
export const emailField = v.optional(
  v.pipe(
    v.string(INVALID_EMAIL),
    v.transform(plainEmail),
    v.check((text) => text.length <= LONGEST_EMAIL && EMAIL.test(text), INVALID_EMAIL),
  ),
  '',
);
