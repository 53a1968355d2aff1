// Finishes the site's files: writes its icons and web manifest, compresses every text, and lists all for the server.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { compressions } from '../../src/server/platform/http/resource.ts';
import { brand } from '../../src/shop/brand.ts';

/** The types of the site's files, without pages, scripts and styles. */
export const mediaTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  ...mediaTypes,
};
const isText = (file: string) => /\.(?:html|js|css|svg|webmanifest)$/.test(file);

const mark = join(import.meta.dirname, '../../src/storefront/icons/mark.svg');
/** Mark and name for the head of an e-mail, where neither SVG nor the shop's fonts work. */
const wordmark = join(import.meta.dirname, '../../art/wordmark-mail.png');
const cream = '#fcf6ea';

/** Resolves to a phone icon: the mark on cream, small enough for systems that crop icons to a circle. */
async function phoneIcon(svg: Buffer, size: number): Promise<Buffer> {
  const inner = Math.round(size * 0.64);
  const [start, end] = [Math.floor((size - inner) / 2), Math.ceil((size - inner) / 2)];
  return sharp(svg, { density: (72 * inner) / 36 })
    .resize(inner, inner)
    .extend({ top: start, left: start, bottom: end, right: end, background: cream })
    .flatten({ background: cream })
    .png({ palette: true })
    .toBuffer();
}

/** Writes favicon, phone icons and site.webmanifest into the site's folder. */
export async function writeIcons(site: string): Promise<void> {
  const svg = await readFile(mark);
  const write = (name: string, content: string | Buffer) => writeFile(join(site, name), content);
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    start_url: '/home',
    display: 'minimal-ui',
    background_color: cream,
    theme_color: cream,
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  };
  await write('favicon.svg', svg);
  await write('wordmark-mail.png', await readFile(wordmark));
  await write('site.webmanifest', JSON.stringify(manifest));
  await write('apple-touch-icon.png', await phoneIcon(svg, 180));
  for (const size of [192, 512]) await write(`icon-${size}.png`, await phoneIcon(svg, size));
}

async function compress(path: string): Promise<number> {
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([compressions.br(bytes), compressions.gzip(bytes)]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  return br.length;
}

/** Transfer size of each file in bytes, with brotli for text. Keys are paths below the site's folder. */
export type Sizes = ReadonlyMap<string, number>;

/** Writes `.br` and `.gz` beside every text file, and assets.json. Resolves to the transfer sizes. */
export async function finishAssets(site: string): Promise<Sizes> {
  const found = await readdir(site, { recursive: true });
  const files = found.filter((file) => extname(file) in types).toSorted();
  const sizes = await Promise.all(
    files.map(async (file): Promise<[string, number]> => {
      const path = join(site, file);
      return [file, isText(file) ? await compress(path) : (await stat(path)).size];
    }),
  );
  const list = files
    .filter((file) => !file.startsWith('pages/'))
    .map((file) => ({
      path: `/${file}`,
      file,
      type: types[extname(file)],
      // Their names change with their contents.
      immutable: /^(?:assets|pictures)\//.test(file),
      encodings: isText(file) ? ['br', 'gzip'] : [],
    }));
  await writeFile(join(site, 'assets.json'), `${JSON.stringify(list, null, 1)}\n`);
  return new Map(sizes);
}
