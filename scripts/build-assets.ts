// Compresses text files and lists all files for the server.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { compressions } from '../src/server/platform/http/resource.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};
const isText = (file: string) => /\.(?:html|js|css|svg|webmanifest)$/.test(file);
/** Their names change with their contents. */
const isImmutable = (file: string) => /^(?:assets|pictures)\//.test(file);
const isListed = (file: string) => extname(file) in types && !file.startsWith('pages/');

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
  const list = files.filter(isListed).map((file) => ({
    path: `/${file}`,
    file,
    type: types[extname(file)],
    immutable: isImmutable(file),
    encodings: isText(file) ? ['br', 'gzip'] : [],
  }));
  await writeFile(join(site, 'assets.json'), `${JSON.stringify(list, null, 1)}\n`);
  return new Map(sizes);
}
