// Where the sizes of a picture lie. The build makes them all; an address is computed, never looked up.

/** Widths in pixels that the build makes of every master. */
export const pictureWidths = [240, 360, 480, 720, 960, 1200] as const;
export type PictureWidth = (typeof pictureWidths)[number];
export type PictureFormat = 'avif' | 'webp';

/** Set by the build: the folder of the present set of pictures. Its name changes whenever a picture does. */
declare const PICTURES_FOLDER: string | undefined;
const folder = typeof PICTURES_FOLDER === 'string' ? PICTURES_FOLDER : '/pictures';

/** The address of one size of a picture. `name` is its master's, without extension: 'dairymilk-1-hero'. */
export function pictureUrl(name: string, width: PictureWidth, format: PictureFormat): string {
  return `${folder}/${name}-${width}.${format}`;
}

/** The widths that are of use to a picture drawn at `width` CSS pixels: up to twice as many, for dense screens. */
export function usefulWidths(width: number): readonly PictureWidth[] {
  const enough = pictureWidths.findIndex((candidate) => candidate >= 2 * width);
  return enough < 0 ? pictureWidths : pictureWidths.slice(0, enough + 1);
}

/** The `srcset` of a picture drawn at `width` CSS pixels. */
export function pictureSet(name: string, width: number, format: PictureFormat): string {
  return usefulWidths(width)
    .map((candidate) => `${pictureUrl(name, candidate, format)} ${candidate}w`)
    .join(', ');
}

/**
 * Asks for two thirds of the pixels on screens of 2.25 and more a CSS pixel: phones at three to one get what
 * phones at two to one get. Nobody sees the difference; the picture has less than half the bytes.
 */
export function sparingSizes(sizes: string): string {
  const parts = splitAtCommas(sizes);
  const fallback = parts.pop()!;
  if (fallback.startsWith('(')) return sizes;
  const dense = `(min-resolution: 2.25dppx) calc(${fallback} * 0.667)`;
  return [...parts, dense, fallback].join(', ');
}

/** The parts of a list. Commas in brackets do not count. */
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
