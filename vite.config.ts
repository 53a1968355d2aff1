// How the storefront is bundled: for the browser, for prerendering and in development.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { scopedName } from './scripts/build-scoped-name.ts';
import { pureReactCalls } from './scripts/build-pure-react-calls.ts';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  appType: 'custom',
  plugins: [react(), pureReactCalls()],
  css: {
    // Both bundles must give a class the same name: the prerendered HTML meets the browser's JavaScript.
    modules: { generateScopedName: scopedName },
  },
  build: {
    // Phones of the last three years; lightningcss lowers nesting and media ranges where they need it.
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Reading a property of a module never does anything here; without it react-router shakes badly.
      treeshake: { propertyReadSideEffects: false },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // Changes with the packages only, so it outlives a deploy in the browser's cache.
            {
              name: 'react',
              test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler)\//,
              priority: 2,
            },
            // All that every page loads, in one file: it compresses better than a dozen.
            { name: 'shell', tags: ['$initial'], priority: 1 },
            // What many screens share; the rest stays with the screens that use it.
            { name: 'kit', test: /src\/storefront\/ui\//, minShareCount: 4 },
          ],
        },
      },
    },
  },
});
