// How the storefront is bundled: for the browser, for prerendering and in development.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Runs these modules when the shop is built and bundles their results. The development server takes them as they are. */
const results: Plugin = {
  name: 'results',
  apply: 'build',
  load: {
    filter: { id: /\/computed\.build\.ts$/ },
    handler: async (id) => {
      const result: Record<string, unknown> = await import(id);
      return Object.entries(result)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  },
};

/**
 * Keeps the bundler's imports plain. Vite wraps each `import()` in a helper that fetches its style sheets, which with
 * the table of all sheets is 1 KB of every page; the shop has one such sheet and fetches it itself (platform/load.tsx).
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  // The placeholder of the table
  config: () => ({ define: { __VITE_PRELOAD__: 'undefined' } }),
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
};

/**
 * What every page loads: the entry with all that it imports, and the small rules and parts that most pages use.
 * Beginnings of paths in src.
 */
const shell = [
  'storefront/app/entry-client',
  'storefront/platform/',
  'storefront/session/',
  // What all pages have of it, and no more
  ...'brand exact-text layout pay-bar policy-links string-list title visually-hidden'
    .split(' ')
    .map((name) => `storefront/ui/layout/${name}`),
  'storefront/ui/form/code-field',
  'storefront/ui/product/picture',
  'storefront/ui/product/price',
  'storefront/ui/product/tag',
  'storefront/ui/product/stars',
  'storefront/ui/product/arrival',
  'storefront/ui/product/item-row',
  'storefront/ui/product/for-sale',
  'shop/catalogue/dairy-milk-pictures',
  'shop/claims',
  'shop/coupon',
  'shop/states',
];

/** What the shop sells, what it costs, when it arrives, and the rows and lines of sums in which pages say so. */
const catalogue = ['shop/catalogue/', 'shop/price', 'shop/order.', 'storefront/ui/layout/lines'];

/** What all forms share of their rules. */
const rules = ['src/shop/forms/fields', 'src/shop/forms/sign-up'];

/**
 * Returns a test for modules whose paths begin like one of these in the folder. Not for the second module of a
 * product's file, which only its own page loads (app/routes.tsx).
 */
const isIn = (folder: string, paths: readonly string[]) => (module: string) =>
  !module.endsWith('?page') && paths.some((path) => module.includes(join('/', folder, path)));

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  appType: 'custom',
  plugins: [react(), results, plainImports],
  build: {
    // Phones of the last three years; lightningcss lowers nesting and media ranges where they need it.
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Would need a helper in a file of its own on every page.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        // No names: every page's first load carries the table of all of them.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // The bundler decides what is shared by which pages. These are only what all of them have in common, in few
          // files: one file compresses better than many. No group names a module of a capability.
          groups: [
            // Changes with the packages only, so it outlives a deploy in the browser's cache.
            {
              name: 'react',
              test: (id) =>
                isIn('node_modules', ['react/', 'react-dom/', 'scheduler/'])(id) ||
                id.includes('rolldown/runtime'),
              priority: 9,
            },
            // The shell around every page, and what is too small for a file of its own
            {
              name: 'app',
              test: isIn('src', shell),
              priority: 8,
            },
            // The rules of many pages, with the products' short texts
            {
              name: 'catalogue',
              test: isIn('src', catalogue),
              priority: 7,
            },
            // What forms accept: fetched by the first that needs it
            {
              name: 'rules',
              test: isIn('', ['node_modules/valibot/', ...rules]),
              priority: 5,
            },
          ],
        },
      },
    },
  },
});
