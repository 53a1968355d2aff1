// Collects the texts of the shop: those of its built pages, of its e-mails, and of code that shows something later.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleEmails } from './texts-emails.ts';
import { readPage } from './texts-page.ts';
import type { PageTexts } from './texts-page.ts';
import type { AllTexts } from './texts-sheet.ts';
import { readSource } from './texts-source.ts';

const root = join(import.meta.dirname, '..');

/** Below src. The e-mails are rendered, and all other texts of the server are for the owner. */
const folders = [
  'shop',
  'storefront',
  ...['accounts', 'platform', 'orders', 'payments', 'privacy', 'reviews', 'web'].map(
    (folder) => `server/${folder}`,
  ),
];
const notForShoppers =
  /\.test\.tsx?$|common-passwords|razorpay|platform.settings|environment|search-engines|icon-paths/;

/**
 * Returns all texts. Throws if a page has none, because then the format of the built pages has changed.
 * @param html the built pages by path
 */
export function collectTexts(html: Readonly<Record<string, string>>): AllTexts {
  const pages = Object.fromEntries(
    Object.entries(html).map(([path, page]): [string, PageTexts] => [path, readPage(page)]),
  );
  const unread = Object.entries(pages).find(
    ([, { title, description, frame, main }]) =>
      !title || !description || frame.length === 0 || main.length === 0,
  );
  if (unread) throw new Error(`The texts of ${unread[0]} cannot be read.`);
  const shown = Object.values(pages)
    .flatMap(({ title, description, frame, main }) => [
      title,
      description,
      ...[...frame, ...main].map(({ text }) => text),
    ])
    .join('\n');
  return { pages, emails: sampleEmails(), sources: sourceTexts((text) => !isShown(text, shown)) };
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns whether a text is on the pages already, with any values in its gaps. */
function isShown(text: string, shown: string): boolean {
  const parts = text.split('…');
  if (parts.length === 1) return shown.includes(text);
  if (parts.join('').length < 12) return false;
  return new RegExp(parts.map(escaped).join('.{1,80}')).test(shown);
}

function sourceTexts(isNew: (text: string) => boolean): Record<string, readonly string[]> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `src/${folder}/${name}`)
      .filter((file) => /\.tsx?$/.test(file) && !notForShoppers.test(file))
      .toSorted(),
  );
  const texts = files.map((file) => [
    file,
    readSource(readFileSync(join(root, file), 'utf8')).filter(isNew),
  ]);
  return Object.fromEntries(texts.filter(([, found]) => found!.length > 0));
}
