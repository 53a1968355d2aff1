// Writes a built storefront of three pages and two assets, in the format of the build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { newDirectory } from '../new-directory.ts';

export const html = (name: string) =>
  `<!doctype html><title>${name}</title>${`<p>${name}</p>`.repeat(50)}`;
export const script = 'export const price = 999;\n'.repeat(20);
export const icon = Buffer.from([0, 1, 2, 3]);

/** A cache, because compressing takes longer than a test and most sites have the same pages. */
const cache = new Map<string, { br: Buffer; gz: Buffer }>();
function compressed(content: string) {
  const result = cache.get(content) ?? {
    br: brotliCompressSync(content),
    gz: gzipSync(content),
  };
  cache.set(content, result);
  return result;
}

/**
 * Writes the site, with `more` pages by path, into a new directory. Returns the directory.
 * @param atEnd receives the function that removes the directory; by default it runs when the test ends
 */
export function writeSmallSite(
  more: Readonly<Record<string, string>> = {},
  atEnd: Parameters<typeof newDirectory>[0] = onTestFinished,
): string {
  const directory = newDirectory(atEnd);
  const write = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), content);
  };
  const compress = (file: string, content: string) => {
    write(file, content);
    const { br, gz } = compressed(content);
    write(`${file}.br`, br);
    write(`${file}.gz`, gz);
  };
  const page = (name: string, content?: string) => {
    const variant = (kind: string) => {
      const file = `pages/${kind}/${name}.html`;
      compress(file, content ?? html(`${kind} ${name}`));
      return {
        file,
        etag: `"${kind}-${name}"`,
        scriptHashes: [`'sha256-script-${name}'`],
        styleHashes: [`'sha256-style-${name}'`],
        ...(name === 'home' && { link: '</assets/font.woff2>; rel=preload; as=font; crossorigin' }),
      };
    };
    return { demo: variant('demo'), live: variant('live') };
  };
  const pages = {
    '/home': page('home'),
    '/deliveryform': { ...page('deliveryform'), isPrivate: true },
    '/ContactUs': page('contact'),
    ...Object.fromEntries(
      Object.entries(more).map(([path, content]) => [path, page(path.slice(1), content)]),
    ),
  };
  write('pages.json', JSON.stringify({ pages, notFound: page('not-found') }));
  compress('assets/app-1.js', script);
  write('favicon.ico', icon);
  write('picture-1.webp', icon);
  const assets = [
    ['/assets/app-1.js', 'text/javascript; charset=utf-8', true, ['br', 'gzip']],
    ['/favicon.ico', 'image/x-icon', false, []],
    ['/picture-1.webp', 'image/webp', true, []],
  ] as const;
  const entries = assets.map(([path, type, immutable, encodings]) => {
    return { path, file: path.slice(1), type, immutable, encodings };
  });
  write('assets.json', JSON.stringify(entries));
  return directory;
}
