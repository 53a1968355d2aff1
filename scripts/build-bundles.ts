// Runs the bundler: for the browser, for prerendering, and for the inline script of the head.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { build, createLogger, mergeConfig } from 'vite';
import type { InlineConfig, Manifest } from 'vite';
import type * as prerenderer from '../src/storefront/app/entry-prerender.tsx';
import config from '../vite.config.ts';

const root = join(import.meta.dirname, '..');
export const entryModule = 'src/storefront/app/entry-client.tsx';
const prerenderModule = 'src/storefront/app/entry-prerender.tsx';

export type Prerenderer = typeof prerenderer;

interface BundleParts {
  /** URL path of the pictures. */
  pictures: string;
  /** Output folder of the files for the browser. */
  site: string;
  /** Output folder of the prerenderer; inside the project, so that it finds the packages. */
  prerender: string;
}

/** Warns of everything but `:target-current`, which lightningcss 1.33 keeps as it is because it does not know it yet. */
const logger = createLogger('warn');
const { warn } = logger;
logger.warn = (text, options) => {
  if (!text.includes("'target-current'")) warn(text, options);
};

function bundle({ pictures }: BundleParts, own: InlineConfig): Promise<unknown> {
  const common: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    customLogger: logger,
    define: { PICTURES_FOLDER: JSON.stringify(pictures) },
  };
  return build(mergeConfig(mergeConfig(config, common), own));
}

/** Builds the files for the browser and resolves to their manifest. */
export async function bundleForBrowser(parts: BundleParts): Promise<Manifest> {
  await bundle(parts, {
    build: {
      outDir: parts.site,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: join(root, entryModule) },
    },
  });
  const manifest: Manifest = JSON.parse(
    await readFile(join(parts.site, '.vite/manifest.json'), 'utf8'),
  );
  await rm(join(parts.site, '.vite'), { recursive: true });
  return manifest;
}

/** Builds and loads the prerenderer. */
export async function bundlePrerenderer(parts: BundleParts): Promise<Prerenderer> {
  await bundle(parts, {
    build: {
      ssr: join(root, prerenderModule),
      outDir: parts.prerender,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  return import(pathToFileURL(join(parts.prerender, 'prerender.mjs')).href);
}

/** Resolves to the inline script of every page's head, without its tags. */
export async function bundleBootScript(): Promise<string> {
  const bundled = await rolldown({ input: join(root, 'src/storefront/app/boot.ts') });
  const { output } = await bundled.generate({ format: 'iife', minify: true });
  return output[0].code.trim();
}
