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

/** All settings that change the bytes of a file. */
export const settings = {
  avif: {
    // Effort 1 instead of 4 takes a tenth of the time for 2 % more bytes.
    options: { effort: 1, chromaSubsampling: '4:4:4' },
    quality: { from: 62, to: 34, step: 2 },
    /** Large screens use these widths. Below this quality, halos show around the wrapped bars. */
    large: { from: 960, quality: 60 },
    // Bytes by width. Phones use 240 and 360 for cards, 640 and 720 for what fills them.
    budget: {
      120: 4 * KB,
      240: 9 * KB,
      360: 16 * KB,
      480: 28 * KB,
      640: 40 * KB,
      720: 40 * KB,
      960: 150 * KB,
      1200: 230 * KB,
      1600: 250 * KB,
      2400: 400 * KB,
    },
  },
  webp: {
    options: { effort: 2 },
    quality: { from: 74, to: 40, step: 6 },
    budget: {
      240: 16 * KB,
      480: 45 * KB,
      720: 80 * KB,
      1200: 170 * KB,
      2400: 400 * KB,
    },
  },
  jpeg: {
    options: { mozjpeg: true },
    quality: { from: 82, to: 60, step: 6 },
    budget: { 192: 14 * KB, 1200: 150 * KB },
    /** A square for e-mails, and the ratio that chats and social networks show. */
    height: { 192: 192, 1200: 630 },
  },
} as const;

/** Returns the settings for this width and format. They are part of the cache key. */
export function settingsOf({ width, format }: Rendition) {
  const { options, quality, budget: budgets } = settings[format];
  const { jpeg, avif } = settings;
  const { large } = avif;
  const isLarge = format === 'avif' && width >= large.from;
  const budget = (budgets as Record<number, number>)[width];
  const height = format === 'jpeg' ? (jpeg.height as Record<number, number>)[width] : undefined;
  return {
    options,
    budget,
    height,
    quality: { ...quality, ...(isLarge && { to: large.quality }) },
  };
}

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
  const { options, quality, budget, height } = settingsOf(rendition);
  if (budget === undefined) throw new Error(`no budget for a ${format} ${width} pixels wide`);
  const sized =
    focus && height !== undefined
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
