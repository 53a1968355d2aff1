// How the storefront is bundled: for the browser, for prerendering and in development.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Runs product-routes.ts when the shop is built and bundles its result. The development server takes it as it is. */
const productRoutes: Plugin = {
  name: 'product-routes',
  apply: 'build',
  load: {
    filter: { id: /\/product-routes\.ts$/ },
    handler: async (id) => {
      const result: Record<string, unknown> = await import(id);
      return `export const productRoutes = ${JSON.stringify(result['productRoutes'])}`;
    },
  },
};

/**
 * Keeps the bundler's imports plain. Vite wraps each `import()` in a helper that fetches its style sheets, which with
 * the table of all sheets is 1 KB of every page; the shop has one such sheet and fetches it itself (later-styles.ts).
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

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  appType: 'custom',
  plugins: [react(), productRoutes, plainImports],
  css: {
    // Both bundles must give a class the same name: the prerendered HTML meets the browser's JavaScript.
    modules: { generateScopedName: '[hash:base64:5]' },
  },
  build: {
    // Phones of the last three years; lightningcss lowers nesting and media ranges where they need it.
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        // No names: every page's first load carries the table of all of them.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Changes with the packages only, so it outlives a deploy in the browser's cache.
            {
              name: 'react',
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\//,
              priority: 2,
            },
            // All that every page loads, in one file: it compresses better than a dozen.
            { name: 'shell', tags: ['$initial'], priority: 1 },
            // What most screens share; the rest stays with the screens that use it.
            {
              name: 'kit',
              test: /src\/storefront\/ui\/(?!version-choice)/,
              minShareCount: 8,
              priority: 1,
            },
            // What every product is made of, and how it reaches the checkout: too small for a file of its own …
            {
              name: 'product',
              test: /src\/(storefront\/ui\/(tag|stars|on-demand)|shop\/(delivery-estimate|money|price-line|catalogue\/(product|versions|chocolates))|storefront\/features\/checkout\/(.+\/)?(handover|pending-mark))\.tsx?$/,
            },
            // … and the products, for pages that show many. /prod has the pictures of the Dairy Milk Garland as well.
            {
              name: 'catalogue',
              test: /src\/shop\/catalogue\/products\/(?!dairy-milk)[\w-]+\.ts$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
