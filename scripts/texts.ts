// Writes texts.html: every text of the shop on one page, for its owner to read.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectTexts } from './texts-all.ts';
import { textsSheet } from './texts-sheet.ts';

interface PageList {
  pages: Record<string, { live: { file: string } }>;
  notFound: { live: { file: string } };
}

const root = join(import.meta.dirname, '..');
const site = join(root, 'dist/site');
const { pages, notFound }: PageList = JSON.parse(readFileSync(join(site, 'pages.json'), 'utf8'));
const html = Object.fromEntries(
  [...Object.entries(pages), ['any other path', notFound] as const].map(([path, { live }]) => [
    path,
    readFileSync(join(site, live.file), 'utf8'),
  ]),
);
const file = join(root, 'texts.html');
writeFileSync(file, textsSheet(collectTexts(html)));
console.log(`${Object.keys(html).length} pages, e-mails and messages: ${file}`);
