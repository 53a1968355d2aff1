import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { afterEach, beforeEach, expect, describe, it } from 'vitest';
import { laterSheets, sortStyles } from './styles.ts';

const manifest: Manifest = {
  'entry.tsx': {
    file: 'assets/entry.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['cart.tsx', 'home.tsx'],
    css: ['assets/entry.css'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_kit.js': { file: 'assets/kit.js', css: ['assets/kit.css'] },
  'cart.tsx': {
    file: 'assets/cart.js',
    isDynamicEntry: true,
    imports: ['entry.tsx', '_kit.js'],
    css: ['assets/cart.css'],
  },
  'home.tsx': {
    file: 'assets/home.js',
    isDynamicEntry: true,
    imports: ['_kit.js', 'entry.tsx'],
    css: ['assets/home.css'],
  },
};

describe('laterSheets', () => {
  it('lists every sheet that is not in all pages once, shared ones before those that use them', () => {
    expect(laterSheets(manifest, 'entry.tsx')).toEqual([
      'assets/kit.css',
      'assets/cart.css',
      'assets/home.css',
    ]);
  });
});

describe('sortStyles', () => {
  let site = '';
  beforeEach(async () => {
    site = await mkdtemp(join(tmpdir(), 'maalai-styles-'));
    await mkdir(join(site, 'assets'));
    for (const name of ['entry', 'kit', 'cart', 'home']) {
      await writeFile(join(site, `assets/${name}.css`), `.${name}{}\n`);
    }
  });
  afterEach(() => rm(site, { recursive: true }));

  it('writes one sheet', async () => {
    const { later } = await sortStyles(site, manifest, 'entry.tsx');
    expect(await readdir(join(site, 'assets'))).toEqual([later.replace('/assets/', '')]);
    expect(await readFile(join(site, later), 'utf8')).toBe('.kit{}.cart{}.home{}');
  });

  it('names the sheet by its content', async () => {
    const { later } = await sortStyles(site, manifest, 'entry.tsx');
    for (const name of ['entry', 'kit', 'cart']) {
      await writeFile(join(site, `assets/${name}.css`), `.${name}{}`);
    }
    await writeFile(join(site, 'assets/home.css'), '.home{color:red}');
    expect((await sortStyles(site, manifest, 'entry.tsx')).later).not.toBe(later);
  });

  it('returns the rules of the pages', async () => {
    const { inline } = await sortStyles(site, manifest, 'entry.tsx');
    expect(inline(['assets/entry.css', 'assets/cart.css'])).toBe('.entry{}.cart{}');
  });
});
