// What every form of the shop has in common: text that is safe to keep, and an answer field by field.
import * as v from 'valibot';
import { isVisible, manyLines, oneLine } from './clean-text.ts';

/** What a form makes of its input: the clean value, or one message a field. */
export type Checked<V, F extends string> =
  { ok: true; value: V } | { ok: false; errors: Partial<Record<F, string>> };

type FormSchema = v.GenericSchema<unknown, Record<string, unknown>>;

/** Checks the input of a form. Where a field has several faults, the first is told. */
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

const tooLong = (label: string, longest: number) =>
  `${label} is too long: please use at most ${longest} characters`;

/** A field that must be filled in. Free of side effects for the bundler: a form that no page shows is left out. */
/* @__NO_SIDE_EFFECTS__ */
export function required(label: string, longest: number, lines: 'line' | 'lines' = 'line') {
  const message = `${label} is required`;
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

/** A field that may stay empty; then it is ''. */
/* @__NO_SIDE_EFFECTS__ */
export function optional(label: string, longest: number, lines: 'line' | 'lines' = 'line') {
  return v.nullish(
    v.pipe(
      v.string(`${label} must be text`),
      v.transform(lines === 'line' ? oneLine : manyLines),
      v.maxLength(longest, tooLong(label, longest)),
    ),
    '',
  );
}

// Within the identity provider's own rule: what passes here can sign up there.
const EMAIL = /^(?!\.)(?!.*\.\.)[\w.+'-]*[\w+-]@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;
const LONGEST_EMAIL = 254;

const INVALID_EMAIL = 'Enter a valid email address';

/** An e-mail address, in lower case: people do not mean two accounts by Asha@ and asha@. */
export const email = v.optional(
  v.pipe(
    v.string(INVALID_EMAIL),
    v.transform((text) => text.trim().toLowerCase()),
    v.check((text) => text.length <= LONGEST_EMAIL && EMAIL.test(text), INVALID_EMAIL),
  ),
  '',
);
