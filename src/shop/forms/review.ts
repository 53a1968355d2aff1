// Validates the review form, in the browser before it sends and again on the server.
import * as v from 'valibot';
import { checkForm, isVisible, manyLines, oneLine, required, tooLong } from './fields.ts';
import type { Checked } from './fields.ts';

export const MOST_PICTURES = 5;
/** Bytes of one uploaded picture. */
export const LARGEST_PICTURE = 5 * 1024 * 1024;
/** Pixels of one picture. */
export const MOST_POINTS = 24_000_000;
/** Pixels of one side: decoding takes time by row, so a picture of few columns would take many times as long. */
export const LONGEST_SIDE = 12_000;

export const TOO_MANY_PICTURES = 'You can upload a maximum of 5 images';
export const WRONG_PICTURE_TYPE = 'Please choose image files only: PNG, JPG or JPEG';
export const PICTURE_TOO_LARGE = 'Each image can be at most 5 MB and 24 megapixels';

/** The first bytes of a PNG and of a JPEG. */
const signatures = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];
/** The number of bytes that `beginsLikePicture` needs. */
export const SIGNATURE_LENGTH = 8;

const NO_RATING = 'Please select a rating';

/** 1 to 5, as a number or as text from a form. */
const rating = v.optional(
  v.pipe(
    v.union([v.number(), v.string()], NO_RATING),
    v.transform(String),
    v.regex(/^[1-5]$/, NO_RATING),
    v.transform(Number),
  ),
  '',
);

/** Parses the texts of a review, with a message for each invalid field. `checkPictures` checks the pictures. */
export const ReviewDraft = v.object(
  {
    rating,
    name: required('Name', 100),
    title: v.nullish(
      v.pipe(
        v.string('Title must be text'),
        v.transform((text) => (isVisible(text) ? oneLine(text) : '')),
        v.maxLength(120, tooLong('Title', 120)),
      ),
      '',
    ),
    comment: required('Comment', 5000, manyLines, 'Please enter a review comment'),
  },
  'Please fill in the review',
);

/** The cleaned texts of a review. `title` may be ''. */
export type ReviewDraft = v.InferOutput<typeof ReviewDraft>;
export type ReviewField = keyof ReviewDraft;

/** Checks the texts of the review form; see section 5 of the specification for the messages. */
export function checkReview(input: Record<string, unknown>): Checked<ReviewDraft, ReviewField> {
  return checkForm(ReviewDraft, input);
}

/** The properties of a chosen file that the browser knows. */
export interface ChosenPicture {
  /** MIME type, such as 'image/png'. */
  type: string;
  /** Bytes. */
  size: number;
}

/** Returns a message if the pictures are too many, too large or of a wrong type. The server reads the files too. */
export function checkPictures(pictures: readonly ChosenPicture[]): string | undefined {
  if (pictures.length > MOST_PICTURES) return TOO_MANY_PICTURES;
  if (!pictures.every(({ type }) => /^image\/(?:png|jpe?g)$/.test(type))) return WRONG_PICTURE_TYPE;
  if (pictures.some(({ size }) => size > LARGEST_PICTURE)) return PICTURE_TOO_LARGE;
  return undefined;
}

/** Returns whether the first bytes are those of a PNG or JPEG. A file's name and declared type prove nothing. */
export function beginsLikePicture(first: Uint8Array): boolean {
  return signatures.some((signature) => signature.every((byte, index) => first[index] === byte));
}
