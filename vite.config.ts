// How the storefront is bundled: for the browser, for prerendering and in development.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Runs these modules when the shop is built and bundles their results. The development server takes them as they are. */
const results: Plugin = {
  name: 'results',
  apply: 'build',
  load: {
    filter: { id: /\/(product-routes|offer-text|seller-text)\.ts$/ },
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
  plugins: [react(), results, plainImports],
  css: {
    // Both bundles must give a class the same name: the prerendered HTML meets the browser's JavaScript.
    modules: { generateScopedName: '[hash:base64:4]' },
  },
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
          // What several pages share, in few files. What one screen needs is in its own file, and what has no group here
          // in a file for all that is shared by the same screens.
          groups: [
            // Changes with the packages only, so it outlives a deploy in the browser's cache.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
            // What every page loads, and what is too small for a file of its own. One file compresses better than many.
            // /prod has the pictures of the Dairy Milk Garland, so they are here instead of in the catalogue.
            {
              name: 'app',
              test: /src\/(storefront\/(entry-client|ui\/(icon-paths(-of-few)?|note|on-demand|picture|price|rosette|stars|tag|title|use-hydrated|visually-hidden|use-near)|features\/checkout\/(.+\/)?(handover|pending-mark))|shop\/(delivery-estimate|join-facts|money|price-line|catalogue\/(product|versions|chocolates|dairy-milk-pictures)))\.tsx?$/,
              priority: 8,
            },
            // The products in short, for pages that show many.
            {
              name: 'catalogue',
              test: /src\/shop\/catalogue\/(catalogue|products\/[\w-]+)\.ts$/,
              includeDependenciesRecursively: false,
              priority: 7,
            },
            // The bar under the thumb, on the pages that sell
            {
              name: 'dock',
              test: /src\/storefront\/ui\/dock\./,
              includeDependenciesRecursively: false,
              priority: 9,
            },
            // Where something is missing. The foot of the home page needs the styles too
            {
              name: 'cut-outs',
              test: /src\/storefront\/ui\/(cut-outs|lost-bead)\./,
              includeDependenciesRecursively: false,
              priority: 6,
            },
            // On the pages of garlands and in the listing's dialog
            {
              name: 'version',
              test: /src\/storefront\/ui\/(use-idle|version-choice)\./,
              includeDependenciesRecursively: false,
              priority: 7,
            },
            {
              name: 'product',
              test: /src\/storefront\/(screens\/product\/product-page|features\/(product\/use-choice|reviews\/(kept-wish|no-reviews|reviews-skeleton)))\.tsx?$/,
              priority: 6,
            },
            // The cart and what follows it
            {
              name: 'checkout',
              test: /src\/storefront\/(ui\/(empty|fact-line|icon-line|if-empty|split|sums|ticket)|features\/(cart\/cart-store|checkout\/(payment\/(use-payment|alert-note)|handover\/(placed-pictures|read-handover))))\.(tsx?|module\.css)$/,
              priority: 6,
            },
            // The pages of those who are logged in, and what opens on a tap
            {
              name: 'signed-in',
              test: /src\/storefront\/(ui\/(dialog|spinner)|features\/account\/use-signed-in)\./,
              includeDependenciesRecursively: false,
              priority: 6,
            },
            // Orders that were placed
            {
              name: 'orders',
              test: /src\/storefront\/(ui\/order-steps|features\/orders\/(bought-in|use-orders))\./,
              includeDependenciesRecursively: false,
              priority: 6,
            },
            {
              name: 'dates',
              test: /src\/shop\/(delivery-dates|long-date|order-steps)\.ts$/,
              includeDependenciesRecursively: false,
              priority: 6,
            },
            // How forms look and behave …
            {
              name: 'form',
              test: /src\/storefront\/ui\/(field|input|use-form)\./,
              includeDependenciesRecursively: false,
              priority: 5,
            },
            // … those for an address …
            {
              name: 'address',
              test: /src\/(storefront\/ui\/(form-draft|error-count)|shop\/states)\./,
              includeDependenciesRecursively: false,
              priority: 5,
            },
            // … and what they accept.
            {
              name: 'rules',
              test: /node_modules\/valibot\/|src\/shop\/(pin-code|forms\/(check-form|clean-text|new-password))\.ts$/,
              priority: 5,
            },
            {
              name: 'account',
              test: /src\/storefront\/features\/account\/(auth-|email-field|failure-|password-f|return-path|use-)(?!signed-in)/,
              includeDependenciesRecursively: false,
              priority: 4,
            },
          ],
        },
      },
    },
  },
});
