import { describe, expect, it } from 'vitest';
import type { Manifest } from 'vite';
import { chunksOf, circularChunks, screenModules } from './build-chunks.ts';

const manifest: Manifest = {
  'entry.tsx': {
    file: 'assets/entry.js',
    isEntry: true,
    imports: ['_react.js', '_ui.js'],
    dynamicImports: ['src/storefront/cart/cart-screen.tsx'],
    css: ['assets/entry.css'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_ui.js': {
    file: 'assets/ui.js',
    imports: ['_react.js'],
    css: ['assets/ui.css'],
    assets: ['assets/f.woff2'],
  },
  'src/storefront/cart/cart-screen.tsx': {
    file: 'assets/cart.js',
    isDynamicEntry: true,
    imports: ['entry.tsx', '_ui.js'],
    css: ['assets/cart.css', 'assets/ui.css'],
  },
};

describe('chunksOf', () => {
  it('lists imported files before the files that import them, each once', () => {
    expect(chunksOf(manifest, ['entry.tsx', 'src/storefront/cart/cart-screen.tsx'])).toEqual({
      scripts: ['assets/react.js', 'assets/ui.js', 'assets/entry.js', 'assets/cart.js'],
      styles: ['assets/ui.css', 'assets/entry.css', 'assets/cart.css'],
      assets: ['assets/f.woff2'],
    });
  });

  it('leaves out dynamic imports', () => {
    expect(chunksOf(manifest, ['entry.tsx']).scripts).not.toContain('assets/cart.js');
  });

  it('throws for a missing chunk', () => {
    expect(() => chunksOf(manifest, ['nowhere.tsx'])).toThrow('nowhere.tsx');
  });
});

describe('circularChunks', () => {
  it('allows chunks to share others', () => {
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
  it('returns a screen by its path, and the page of a product by its kind and slug', () => {
    expect(screenModules({ path: '/cart' })).toEqual(['src/storefront/cart/cart-screen.tsx']);
    const product = { name: 'Mango Garland', slug: 'mango-garland', kind: 'garland' } as const;
    expect(screenModules({ path: '/mango', product })).toEqual([
      'src/storefront/product/garland-page.tsx',
      'src/shop/catalogue/products/mango-garland.ts?page',
    ]);
  });
});
