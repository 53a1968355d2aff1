// The pictures of e-mails. They are attached, so that an e-mail loads nothing and keeps its pictures when those of the
// shop change.
import type { Sheet } from './sheet.ts';

/** Returns the JPEG of a picture of the catalogue; undefined if the shop no longer has it. */
export type FindMailPicture = (name: string) => Buffer | undefined;

export interface MailPicture {
  name: string;
  bytes: Buffer;
}

/** Returns a function that finds the pictures among the files of the site, by path. */
export function mailPicturesOf(
  assets: ReadonlyMap<string, { as: { identity: { body: Buffer | string } } }>,
): FindMailPicture {
  const pictures = new Map<string, Buffer>();
  for (const [path, { as }] of assets) {
    const name = /^\/pictures\/[^/]+\/([^/]+)-mail\.jpg$/.exec(path)?.[1];
    const { body } = as.identity;
    if (name !== undefined && Buffer.isBuffer(body)) pictures.set(name, body);
  }
  return (name) => pictures.get(name);
}

/** Returns the sheet without the pictures that do not exist, and those that do, each once. */
export function withPictures(
  sheet: Sheet,
  find: FindMailPicture,
): { sheet: Sheet; pictures: MailPicture[] } {
  const found = new Map<string, Buffer>();
  const sections = sheet.sections.map((section) => {
    if (section.kind !== 'lines') return section;
    const lines = section.lines.map(({ picture, ...line }) => {
      const bytes = picture === undefined ? undefined : find(picture);
      if (picture === undefined || bytes === undefined) return line;
      found.set(picture, bytes);
      return { ...line, picture };
    });
    return { ...section, lines };
  });
  const pictures = [...found].map(([name, bytes]) => ({ name, bytes }));
  return { sheet: { ...sheet, sections }, pictures };
}
