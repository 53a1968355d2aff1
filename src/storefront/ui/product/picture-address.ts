// Computes the URLs of a picture's sizes. The build creates all sizes, so nothing needs to be looked up.

/**
 * The widths in pixels that the build creates of every picture in art/masters. Phones load 720 at most; 640 and the
 * widths over 720 are for large screens and have a higher quality.
 */
export const pictureWidths = [120, 240, 360, 480, 640, 720, 960, 1200] as const;
/** More widths, of the masters that have so many pixels: for pictures as wide as the window. */
export const wideWidths = [1600, 2400] as const;
/** The widths of the masters that are twice as wide as high: for the large pictures, on phones. */
export const phoneWidths = { avif: [720, 1200], webp: [720] } as const;
/** Returns whether a product's picture has such a master: its first, and the one of the kids' version. */
export const hasWideMaster = (name: string): boolean => /-1-|-kids$/.test(name);
/** The widths of the WebP files. Few browsers need them, and the shop holds every file in memory. */
export const fallbackWidths: readonly number[] = [240, 480, 720, 1200, 2400];
/** The `sizes` of the picture to scale, as a thumbnail and in the tiles of the versions: one file for both. */
export const SCALE_SIZES = '7rem';
export type PictureWidth = (typeof pictureWidths)[number] | (typeof wideWidths)[number];
export type PictureFormat = 'avif' | 'webp';

/** Set by the build: the folder of the current pictures. Its name changes whenever a picture changes. */
declare const PICTURES_FOLDER: string | undefined;
const folder = typeof PICTURES_FOLDER === 'string' ? PICTURES_FOLDER : '/pictures';

/** Returns the URL of one size of a picture. `name` is its file name without extension: 'dairymilk-1-hero'. */
export function pictureUrl(name: string, width: PictureWidth, format: PictureFormat): string {
  return `${folder}/${name}-${width}.${format}`;
}

/**
 * Returns the useful widths for a picture shown at up to `width` CSS pixels: from a third, for small windows, to twice
 * as many, for dense screens. 120 is for thumbnails only: no window is so narrow that a card needs it.
 */
export function usefulWidths(width: number): readonly PictureWidth[] {
  const enough = pictureWidths.findIndex((candidate) => candidate >= 2 * width);
  const widths = enough < 0 ? pictureWidths : pictureWidths.slice(0, enough + 1);
  const least = width < 240 ? 0 : Math.max(width / 3, 240);
  return widths.filter((candidate) => candidate >= least);
}

/** Returns the `srcset` of a picture in these widths. */
export function sourceSet(
  name: string,
  widths: readonly PictureWidth[],
  format: PictureFormat,
): string {
  return widths
    .filter((width) => format === 'avif' || fallbackWidths.includes(width))
    .map((width) => `${pictureUrl(name, width, format)} ${width}w`)
    .join(', ');
}

/** Returns the `srcset` of a picture shown at `width` CSS pixels. */
export function pictureSet(name: string, width: number, format: PictureFormat): string {
  return sourceSet(name, usefulWidths(width), format);
}

/**
 * Returns `sizes` that request barely two thirds of the pixels on screens of 2.25 dppx and more, so that phones with 3 dppx
 * load the pictures of phones with 2 dppx. The difference is invisible, and the file has less than half the bytes.
 */
export function sparingSizes(sizes: string): string {
  const parts = splitAtCommas(sizes);
  const fallback = parts.pop()!;
  if (fallback.startsWith('(')) return sizes;
  const dense = `(min-resolution: 2.25dppx) calc(${fallback} * 0.66)`;
  return [...parts, dense, fallback].join(', ');
}

/** Splits a list at its commas, except those in brackets. */
export function splitAtCommas(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at <= list.length; at += 1) {
    if (list[at] === '(') depth += 1;
    if (list[at] === ')') depth -= 1;
    if (at < list.length && (list[at] !== ',' || depth > 0)) continue;
    parts.push(list.slice(begin, at).trim());
    begin = at + 1;
  }
  return parts;
}
