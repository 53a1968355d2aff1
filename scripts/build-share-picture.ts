// The picture that chats and social networks show of a page: the one that stands first on it.
import type { PictureSet } from './build-pictures.ts';

const home = 'home-1-wide-share.jpg';

/** Its address. Pages without a picture of their own have the home page's. */
export function sharePictureOf(html: string, { folder, files }: PictureSet): string {
  const first = /\/pictures\/[^/"]+\/([a-z\d-]+)-\d+\.avif/.exec(html)?.[1];
  const own = `${first?.replace(/-\d-[a-z]+$/, '-1-hero')}-share.jpg`;
  return `${folder}/${files.has(own) ? own : home}`;
}
