// Request fields that several API calls share, with the provider's limits.
import * as v from 'valibot';

/** Paise: nothing below one rupee can be charged. */
export const minimumAmount = 100;

export const paise = v.pipe(
  v.number('The amount must be an integer.'),
  v.safeInteger('The amount must be an integer.'),
);

export const receipt = v.nullable(
  v.pipe(
    v.string('The receipt must be a string.'),
    v.maxLength(40, 'The receipt may not be greater than 40 characters.'),
  ),
);

const noteValue = v.pipe(
  v.union([v.string(), v.number()], 'A note must be a string.'),
  v.transform(String),
  v.maxLength(256, 'A note may not be greater than 256 characters.'),
);

/** Up to 15 keys of 256 characters. The provider accepts the empty array that it also returns. */
export const notes = v.union(
  [
    v.pipe(
      v.strictTuple([]),
      v.transform((): Record<string, string> => ({})),
    ),
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(256)), noteValue),
      v.check((value) => Object.keys(value).length <= 15, 'There may be at most 15 notes.'),
    ),
  ],
  'The notes must be at most 15 keys with values of up to 256 characters.',
);
