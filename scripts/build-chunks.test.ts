import { describe, expect, it } from 'vitest';
import type { Manifest } from 'vite';
import { chunksOf, screenModule } from './build-chunks.ts';

const manifest: Manifest = {
  'entry.tsx': {
    file: 'assets/entry.js',
    isEntry: true,
    imports: ['_react.js', '_ui.js'],
    dynamicImports: ['src/storefront/screens/cart.tsx'],
    css: ['assets/entry.css'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_ui.js': {
    file: 'assets/ui.js',
    imports: ['_react.js'],
    css: ['assets/ui.css'],
    assets: ['assets/f.woff2'],
  },
  'src/storefront/screens/cart.tsx': {
    file: 'assets/cart.js',
    isDynamicEntry: true,
    imports: ['entry.tsx', '_ui.js'],
    css: ['assets/cart.css', 'assets/ui.css'],
  },
  'src/storefront/screens/prod/prod.tsx': { file: 'assets/prod.js', isDynamicEntry: true },
};

describe('chunksOf', () => {
  it('lists what is imported before what imports it, each once', () => {
    expect(chunksOf(manifest, ['entry.tsx', 'src/storefront/screens/cart.tsx'])).toEqual({
      scripts: ['assets/react.js', 'assets/ui.js', 'assets/entry.js', 'assets/cart.js'],
      styles: ['assets/ui.css', 'assets/entry.css', 'assets/cart.css'],
      assets: ['assets/f.woff2'],
    });
  });

  it('leaves out what is only imported on demand', () => {
    expect(chunksOf(manifest, ['entry.tsx']).scripts).not.toContain('assets/cart.js');
  });

  it('fails on a chunk that is not there', () => {
    expect(() => chunksOf(manifest, ['nowhere.tsx'])).toThrow('nowhere.tsx');
  });
});

describe('screenModule', () => {
  it('finds a screen by its route, in a folder or not', () => {
    expect(screenModule(manifest, '/cart')).toBe('src/storefront/screens/cart.tsx');
    expect(screenModule(manifest, '/prod')).toBe('src/storefront/screens/prod/prod.tsx');
  });

  it('says how a missing screen would have to be named', () => {
    expect(() => screenModule(manifest, '/combo')).toThrow(
      'The screen of /combo must be src/storefront/screens/combo.tsx or src/storefront/screens/combo/combo.tsx.',
    );
  });
});
