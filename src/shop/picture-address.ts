// The file names and URLs of review pictures, each in two sizes.

/** Largest widths in pixels. */
export const PICTURE_WIDTHS = { full: 1200, small: 320 } as const;
export type PictureSize = keyof typeof PICTURE_WIDTHS;

const STORED_NAME = /^([\da-f]{32})\.webp$/;

/** Returns the file name of a picture in a size: 'abc….webp' is the full one, 'abc…-320.webp' the small one. */
export function pictureFile(name: string, size: PictureSize): string {
  return size === 'full' ? name : name.replace(STORED_NAME, `$1-${PICTURE_WIDTHS.small}.webp`);
}

/** Returns the URL of a review picture. */
export function pictureAddress(name: string, size: PictureSize): string {
  return `/uploads/${encodeURIComponent(pictureFile(name, size))}`;
}
