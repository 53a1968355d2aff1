// Re-encodes an uploaded picture as WebP in two widths, upright, in sRGB, and without metadata, above all without the
// place where it was taken. Runs only in the decoder's process, which may load nothing of the shop's platform; see
// picture-process.ts.
import sharp from 'sharp';
import type { Metadata } from 'sharp';
import { MOST_POINTS, PICTURE_TOO_LARGE, WRONG_PICTURE_TYPE } from '../../../shop/forms/review.ts';
import { PICTURE_WIDTHS } from '../../../shop/reviews.ts';
import type { PictureSize } from '../../../shop/reviews.ts';
import type { PictureResponse } from './picture-process.ts';

const DAMAGED = 'An image is damaged or incomplete: please choose another one';
const TOO_COSTLY = 'An image cannot be read as it is: please save it again as an ordinary JPG';

/** The most memory that decoding may hold at a time, in bytes. */
const MOST_HELD = 75_000_000;

// No picture is decoded twice, so nothing is cached. One thread limits the load.
sharp.cache(false);
sharp.concurrency(1);

/** Re-encodes the picture in the bytes of a file. Resolves to the picture in each size, or to a message for the customer. */
export async function reencodePicture(upload: Uint8Array): Promise<PictureResponse> {
  try {
    const refused = findFault(await sharp(upload, { limitInputPixels: false }).metadata());
    if (refused !== undefined) return { refused };
    const full = await sharp(upload, {
      failOn: 'truncated',
      limitInputPixels: MOST_POINTS,
      autoOrient: true,
    })
      .resize({ ...box('full'), withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    const small = await sharp(full)
      .resize({ ...box('small'), withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
    return { picture: { full, small } };
  } catch {
    return { refused: DAMAGED };
  }
}

/** Returns a message for another format, and for a picture that needs too much memory to decode. */
function findFault(head: Metadata): string | undefined {
  const { format, width, height } = head;
  if (format !== 'png' && format !== 'jpeg') return WRONG_PICTURE_TYPE;
  if (width * height > MOST_POINTS) return PICTURE_TOO_LARGE;
  return width * height * heldPerPoint(head) > MOST_HELD ? TOO_COSTLY : undefined;
}

/** Returns the bytes per pixel that decoding holds for the whole picture. Most files are decoded row by row: 0. */
function heldPerPoint(head: Metadata): number {
  const { format, channels = 4, isProgressive = false, orientation = 1, chromaSubsampling } = head;
  // An interlaced or rotated PNG: all decoded pixels, before scaling.
  if (format === 'png') {
    const perChannel = head.depth === 'uchar' ? 1 : 2;
    return isProgressive || orientation > 1 ? channels * perChannel : 0;
  }
  // A progressive JPEG: the coefficients of all passes, two bytes each; 4:2:0 has half of them.
  return isProgressive ? 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0;
}

function box(size: PictureSize) {
  const width = PICTURE_WIDTHS[size];
  // 3:4 portrait photographs keep the full width; only taller pictures become narrower.
  return { fit: 'inside', width, height: Math.ceil((width * 4) / 3) } as const;
}
