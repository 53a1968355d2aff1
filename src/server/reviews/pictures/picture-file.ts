// Checks a file's signature before anything decodes it, and the types of accepted and refused pictures.
import type { PictureSize } from '../../../shop/reviews.ts';

/** The picture is not accepted. The message is for the customer. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** A picture as the shop stores it: WebP in each size. */
export type Reencoded = Readonly<Record<PictureSize, Buffer>>;

const signatures = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0xff, 0xd8, 0xff]),
];

/** The number of bytes that `beginsLikePicture` needs. */
export const SIGNATURE_LENGTH = 8;

/** Returns whether the first bytes are those of a PNG or JPEG. A file's name and declared type prove nothing. */
export function beginsLikePicture(first: Uint8Array): boolean {
  return signatures.some((begin) => begin.equals(first.subarray(0, begin.length)));
}
