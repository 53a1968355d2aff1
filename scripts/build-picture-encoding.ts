// Encodes a picture in one size and format. Quality starts high and decreases until the file is within its budget,
// so that a detailed picture is not larger than a simple one.
import type { Sharp } from 'sharp';

export interface Rendition {
  width: number;
  format: 'avif' | 'webp' | 'jpeg';
  /** The point around which the JPEG is cropped. */
  focus?: readonly [number, number];
}

interface Size {
  width: number;
  height: number;
}

const KB = 1024;

/** All settings that change the bytes of a file. They are part of the cache key. */
export const settings = {
  avif: {
    // Effort 1 instead of 4 takes a tenth of the time for 2 % more bytes.
    options: { effort: 1, chromaSubsampling: '4:4:4' },
    quality: { from: 54, to: 34, step: 4 },
    // Bytes by width: cards on phones use 240 and 360, heroes 720 and 960, large and dense screens 1200.
    budget: { 240: 8 * KB, 360: 14 * KB, 480: 24 * KB, 720: 45 * KB, 960: 60 * KB, 1200: 110 * KB },
  },
  webp: {
    options: { effort: 2 },
    quality: { from: 74, to: 40, step: 6 },
    budget: {
      240: 16 * KB,
      360: 28 * KB,
      480: 45 * KB,
      720: 80 * KB,
      960: 110 * KB,
      1200: 170 * KB,
    },
  },
  jpeg: {
    options: { mozjpeg: true },
    quality: { from: 82, to: 60, step: 6 },
    budget: { 1200: 150 * KB },
    /** The ratio that chats and social networks show. */
    height: 630,
  },
} as const;

/** Returns the crop with the aspect ratio of `target` whose centre is as near to the focus as the edges allow. */
export function cutAround(
  size: Size,
  target: Size,
  [x, y]: readonly [number, number],
): Size & { left: number; top: number } {
  const scale = Math.min(size.width / target.width, size.height / target.height);
  const width = Math.round(target.width * scale);
  const height = Math.round(target.height * scale);
  const within = (middle: number, part: number, whole: number) =>
    Math.round(Math.min(Math.max(middle * whole - part / 2, 0), whole - part));
  return { width, height, left: within(x, width, size.width), top: within(y, height, size.height) };
}

/**
 * Resolves to the bytes of a rendition, within its budget.
 * @param size of `picture`, in pixels
 * @throws {Error} if even the lowest quality exceeds the budget
 */
export async function encode(picture: Sharp, size: Size, rendition: Rendition): Promise<Buffer> {
  const { width, format, focus } = rendition;
  const { options, quality, budget: budgets } = settings[format];
  const budget = (budgets as Record<number, number>)[width];
  if (budget === undefined) throw new Error(`no budget for a ${format} ${width} pixels wide`);
  const { height } = settings.jpeg;
  const sized = focus
    ? picture.extract(cutAround(size, { width, height }, focus)).resize(width, height)
    : picture.resize({ width, withoutEnlargement: true });
  for (let level: number = quality.from; level >= quality.to; level -= quality.step) {
    const bytes = await sized
      .clone()
      .toFormat(format, { ...options, quality: level })
      .toBuffer();
    if (bytes.length <= budget) return bytes;
  }
  throw new Error(`over ${budget / KB} KB even at quality ${quality.to}`);
}
