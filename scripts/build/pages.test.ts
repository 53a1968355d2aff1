import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { expect, it } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { findChunks, entryModule, sharePicture, sortStyles } from './pages.ts';

const cart = 'src/storefront/cart/cart-screen.tsx';
const manifest: Manifest = {
  [entryModule]: {
    file: 'entry.js',
    imports: ['_react.js'],
    dynamicImports: [cart],
    css: ['entry.css'],
  },
  '_react.js': { file: 'react.js' },
  '_kit.js': { file: 'kit.js', css: ['kit.css'], assets: ['f.woff2'] },
  [cart]: {
    file: 'cart.js',
    isDynamicEntry: true,
    imports: [entryModule, '_kit.js'],
    css: ['cart.css', 'kit.css'],
  },
};

it('loads imported files before those that import them, each once, and no dynamic imports', () => {
  expect(findChunks(manifest, [entryModule]).scripts).toEqual(['react.js', 'entry.js']);
  expect(findChunks(manifest, [entryModule, cart])).toEqual({
    scripts: ['react.js', 'entry.js', 'kit.js', 'cart.js'],
    styles: ['entry.css', 'kit.css', 'cart.css'],
    assets: ['f.woff2'],
  });
  expect(() => findChunks(manifest, ['nowhere.tsx'])).toThrow('nowhere.tsx');
});

it('leaves one sheet, named by its content, for all styles that not every page has', async () => {
  const site = newDirectory();
  await mkdir(join(site, 'assets'));
  const sort = async (colour: string) => {
    for (const name of ['entry', 'kit', 'cart']) {
      await writeFile(join(site, `${name}.css`), `.${name}{color:${colour}}\n`);
    }
    return sortStyles(site, manifest);
  };
  const { later, inline } = await sort('red');
  expect(await readdir(site, { recursive: true })).toEqual(['assets', later.slice(1)]);
  expect(await readFile(join(site, later), 'utf8')).toBe('.kit{color:red}.cart{color:red}');
  expect(inline(['entry.css', 'cart.css'])).toBe('.entry{color:red}.cart{color:red}');
  expect((await sort('blue')).later).not.toBe(later);
});

it.each([
  ['crown-1-hero-wide', 'crown-1-hero-wide'],
  ['crown-2-detail', 'crown-1-hero-wide'],
  ['sandal-1-worn', 'sandal-1-worn-wide'],
  ['making-1-table', 'home-1-wide'],
  ['home-2-mobile', 'home-1-wide'],
  ['', 'home-1-wide'],
])('shares a page whose first picture is %s with %s', (first, shared) => {
  const masters = ['crown-1-hero-wide', 'home-1-wide', 'sandal-1-worn-wide'];
  const files = new Map(masters.map((name) => [`${name}-share.jpg`, '']));
  const html = first && `<source srcSet="/pictures/1a2b/${first}-240.avif 240w"/>`;
  expect(sharePicture(html, { folder: '/pictures/1a2b', files })).toBe(
    `/pictures/1a2b/${shared}-share.jpg`,
  );
});
