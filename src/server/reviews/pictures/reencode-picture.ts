// Re-encodes an uploaded picture as WebP in two widths, upright, in sRGB, and without metadata, above all without the
// place where it was taken. Runs only in the decoder's process, which may load nothing of the shop's platform; see
// picture-process.ts.
import sharp from 'sharp';
import type { Metadata } from 'sharp';
import {
  beginsLikePicture,
  LONGEST_SIDE,
  MOST_POINTS,
  PICTURE_TOO_LARGE,
  WRONG_PICTURE_TYPE,
} from '../../../shop/forms/review.ts';
import { PICTURE_WIDTHS } from '../../../shop/reviews.ts';
import type { PictureSize } from '../../../shop/reviews.ts';
import { barePicture } from './bare-picture.ts';
import type { PictureResponse } from './picture-process.ts';

const DAMAGED = 'An image is damaged or incomplete: please choose another one';
const TOO_COSTLY = 'An image cannot be read as it is: please save it again as an ordinary JPG';

/** The most memory that decoding may hold at a time, in bytes. Measured with the largest files that were tried: below what is predicted. */
const MOST_HELD = 130_000_000;
/** The rows of a PNG that are held while it is made smaller. */
const ROWS_HELD = 2_100;

// No picture is decoded twice, so nothing is cached. One thread limits the load.
sharp.cache(false);
sharp.concurrency(1);

/** Re-encodes the picture in the bytes of a file. Resolves to the picture in each size, or to a message for the customer. */
export async function reencodePicture(upload: Uint8Array): Promise<PictureResponse> {
  try {
    if (!beginsLikePicture(upload)) return { refused: WRONG_PICTURE_TYPE };
    const bare = barePicture(upload);
    if (bare === undefined) return { refused: DAMAGED };
    const head = await sharp(bare.bytes, { limitInputPixels: false }).metadata();
    const refused = findFault(head, bare.isHeldWhole);
    if (refused !== undefined) return { refused };
    const full = await sharp(bare.bytes, {
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

/** Returns a message for a picture that is too large, or needs too much memory to decode. */
function findFault(head: Metadata, isHeldWhole: boolean): string | undefined {
  const { width, height } = head;
  const isTooLarge = Math.max(width, height) > LONGEST_SIDE || width * height > MOST_POINTS;
  if (isTooLarge) return PICTURE_TOO_LARGE;
  return held(head, isHeldWhole) > MOST_HELD ? TOO_COSTLY : undefined;
}

/** Returns the bytes that decoding holds. */
function held(head: Metadata, isHeldWhole: boolean): number {
  const { format, width, height, channels, isProgressive, chromaSubsampling } = head;
  // A JPEG is made smaller while it is read; one that is held whole, as coefficients: two bytes each, half of them in 4:2:0.
  if (format === 'jpeg') {
    const perPoint = 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels);
    return isHeldWhole ? width * height * perPoint : 0;
  }
  // The rows that are made smaller; of an interlaced PNG all decoded pixels too.
  const rows = (isProgressive ? height : 0) + Math.min(height, ROWS_HELD);
  return rows * width * channels * (head.depth === 'uchar' ? 1 : 2);
}

function box(size: PictureSize) {
  const width = PICTURE_WIDTHS[size];
  // 3:4 portrait photographs keep the full width; only taller pictures become narrower.
  return { fit: 'inside', width, height: Math.ceil((width * 4) / 3) } as const;
}
