import { describe, expect, it } from 'vitest';
import type { Manifest } from 'vite';
import { chunksOf, circularChunks, screenModules } from './build-chunks.ts';

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

describe('circularChunks', () => {
  it('lets chunks share others', () => {
    expect(circularChunks(manifest)).toEqual([]);
  });

  it('names the chunks of a circle', () => {
    const turned = {
      ...manifest,
      '_react.js': { file: 'assets/react.js', imports: ['entry.tsx'] },
    };
    expect(circularChunks(turned)).toEqual([
      'Chunks import each other in a circle: entry.tsx → _react.js → entry.tsx.',
    ]);
  });
});

describe('screenModules', () => {
  it('names a screen like its path, and the page of a product by its kind and slug', () => {
    expect(screenModules({ path: '/cart' })).toEqual(['src/storefront/screens/cart.tsx']);
    const product = { name: 'Mango Garland', slug: 'mango-garland', kind: 'garland' } as const;
    expect(screenModules({ path: '/mango', product })).toEqual([
      'src/storefront/screens/product/garland-page.tsx',
      'src/shop/catalogue/products/mango-garland.ts?page',
    ]);
  });
});
