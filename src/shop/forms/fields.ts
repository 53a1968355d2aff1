// The base of all forms: cleaned text, field schemas, and one message a field.
import * as v from 'valibot';

/** The result of a form's validation: the cleaned value, or one message per field. */
export type Checked<V, F extends string> =
  { ok: true; value: V } | { ok: false; errors: Partial<Record<F, string>> };

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

// Direction marks could reverse the words around a text, and stacked accents cover the lines above it.
const withoutTricks = (text: string) =>
  text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/(\p{M}{6})\p{M}+/gu, '$1');

/** Cleans a text of one line. A line break in a name could end a header of an e-mail. */
export const oneLine = (text: string) =>
  withoutTricks(text)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

/** Cleans a text that may have several lines. PostgreSQL's text type rejects NUL. */
export const manyLines = (text: string) =>
  withoutTricks(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

type Lines = 'line' | 'lines';

export const tooLong = (label: string, longest: number) =>
  `${label} is too long: please use at most ${longest} characters`;

/** A required text field. Marked free of side effects, so that the bundler drops forms that a page does not show. */
/* @__NO_SIDE_EFFECTS__ */
export function required(
  label: string,
  longest: number,
  lines: Lines = 'line',
  message = `${label} is required`,
) {
  return v.optional(
    v.pipe(
      v.string(message),
      v.transform(lines === 'line' ? oneLine : manyLines),
      v.check(isVisible, message),
      v.maxLength(longest, tooLong(label, longest)),
    ),
    '',
  );
}

/** An optional text field; '' if empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optional(label: string, longest: number, lines: Lines = 'line') {
  return v.nullish(
    v.pipe(
      v.string(`${label} must be text`),
      v.transform(lines === 'line' ? oneLine : manyLines),
      v.maxLength(longest, tooLong(label, longest)),
    ),
    '',
  );
}

// Stricter than better-auth's own rule: what passes here can sign up there.
const EMAIL = /^(?!\.)(?!.*\.\.)[\w.+'-]*[\w+-]@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;
const LONGEST_EMAIL = 254;

const INVALID_EMAIL = 'Enter a valid email address';

/** An e-mail address, in lower case, so that Asha@ and asha@ are the same account. */
export const emailField = v.optional(
  v.pipe(
    v.string(INVALID_EMAIL),
    v.transform((text) => text.trim().toLowerCase()),
    v.check((text) => text.length <= LONGEST_EMAIL && EMAIL.test(text), INVALID_EMAIL),
  ),
  '',
);
