// Selects the picture that chats and social networks show for a page: the first one on it.
import type { PictureSet } from './pictures.ts';

const home = 'home-1-wide-share.jpg';

/** Returns its URL path. Pages without a picture use the home page's. */
export function sharePictureOf(html: string, { folder, files }: PictureSet): string {
  const first = /\/pictures\/[^/"]+\/([a-z\d-]+)-\d+\.avif/.exec(html)?.[1];
  const own = `${first?.replace(/-\d-[a-z]+$/, '-1-hero')}-share.jpg`;
  return `${folder}/${files.has(own) ? own : home}`;
}
