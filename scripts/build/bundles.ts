// Runs the bundler: for the browser, for prerendering, for the inline script of the head, and for the server.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { RolldownPlugin } from 'rolldown';
import { build, createLogger, mergeConfig } from 'vite';
import type { InlineConfig, Manifest } from 'vite';
import { programs, projectFolder } from '../../src/server/platform/programs.ts';
import config from '../../vite.config.ts';
import { entryModule } from './pages.ts';
import type { Prerenderer } from './pages.ts';

interface BundleParts {
  /** URL path of the pictures. */
  pictures: string;
  /** Output folder of the files for the browser. */
  site: string;
  /** Output folder of the prerenderer; inside the project, so that it finds the packages. */
  prerender: string;
}

const source = (path: string) => join(projectFolder, path);

/** Warns of everything but `:target-current`, which lightningcss 1.33 keeps as it is because it does not know it yet. */
const logger = createLogger('warn');
const { warn } = logger;
logger.warn = (text, options) => {
  if (!text.includes("'target-current'")) warn(text, options);
};

function bundle({ pictures }: BundleParts, own: InlineConfig['build']): Promise<unknown> {
  const common: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    customLogger: logger,
    define: { PICTURES_FOLDER: JSON.stringify(pictures) },
  };
  return build(mergeConfig(mergeConfig(config, common), { build: { emptyOutDir: true, ...own } }));
}

/** Builds the files for the browser and resolves to their manifest. */
export async function bundleForBrowser(parts: BundleParts): Promise<Manifest> {
  await bundle(parts, {
    outDir: parts.site,
    manifest: true,
    rolldownOptions: { input: source(entryModule) },
  });
  const folder = join(parts.site, '.vite');
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  await rm(folder, { recursive: true });
  return manifest;
}

/** Builds and loads the prerenderer. */
export async function bundlePrerenderer(parts: BundleParts): Promise<Prerenderer> {
  await bundle(parts, {
    ssr: source('src/storefront/app/entry-prerender.tsx'),
    outDir: parts.prerender,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
  });
  return import(pathToFileURL(join(parts.prerender, 'prerender.mjs')).href);
}

/** Resolves to the inline script of every page's head, without its tags. */
export async function bundleBootScript(): Promise<string> {
  const bundled = await rolldown({ input: source('src/storefront/app/boot.ts') });
  const { output } = await bundled.generate({ format: 'iife', minify: true });
  return output[0].code.trim();
}

/**
 * Leaves out React's development build, by which the desk's pages would be rendered. Not by `define`: our own code reads
 * NODE_ENV at run time, and its crash points are only for tests.
 */
const productionReact: RolldownPlugin = {
  name: 'production-react',
  transform: {
    filter: { id: /node_modules\/react(?:-dom)?\// },
    handler: (code) => code.replaceAll('process.env.NODE_ENV', "'production'"),
  },
};

/**
 * Bundles each program of the server into one file of `folder`, with the packages that it uses: in production it
 * neither strips types nor opens five hundred files.
 */
export async function bundleServer(folder: string): Promise<void> {
  const input = Object.entries(programs).map(([name, path]) => [name, source(path)]);
  const bundled = await rolldown({
    input: Object.fromEntries(input),
    // They contain native code, or are not installed.
    external: ['sharp', 'pg-native'],
    platform: 'node',
    logLevel: 'warn',
    plugins: [productionReact],
  });
  await bundled.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Names and lines are kept, so that stack traces in the log are readable. Node keeps the text in memory: so without
    // comments, and in ASCII, because a single other character doubles its size.
    comments: false,
    minify: {
      compress: false,
      mangle: false,
      codegen: { asciiOnly: true, removeWhitespace: false },
    },
  });
}
