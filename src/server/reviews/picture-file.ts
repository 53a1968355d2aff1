// What counts as a picture, before anything looks into it, and what becomes of it.
import type { PictureSize } from '../../shop/reviews/picture-address.ts';

/** The picture cannot be taken; the message is for who sent it. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** A picture as the shop keeps it: WebP in each size. */
export type Reencoded = Readonly<Record<PictureSize, Buffer>>;

const signatures = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0xff, 0xd8, 0xff]),
];

/** How many bytes `beginsLikePicture` needs. */
export const SIGNATURE_LENGTH = 8;

/** PNG or JPEG by the first bytes of the file; its name and its declared type say nothing. */
export function beginsLikePicture(first: Uint8Array): boolean {
  return signatures.some((begin) => begin.equals(first.subarray(0, begin.length)));
}
