// Serves pages in development. They have the same document as the built ones, but render in the browser.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import type * as documents from '../src/storefront/app/document.ts';
import type * as routes from '../src/storefront/app/routes.tsx';
import type { PictureSet } from './build-pictures.ts';

export interface DevPageParts {
  /** The folder of the last build, for icons and the web manifest. */
  site: string;
  bootScript: string;
  pictures: PictureSet;
  /** No live payment keys are set. */
  demo: boolean;
}

const entry = '/src/storefront/app/entry-client.tsx';
const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Returns the file of a path that Vite does not serve: a picture or an icon. */
function fileAt(path: string, { site, pictures }: DevPageParts): string | undefined {
  if (path.startsWith('/pictures/')) return pictures.files.get(basename(path));
  const icon = join(site, basename(path));
  return `/${basename(path)}` === path && extname(path) in types && existsSync(icon)
    ? icon
    : undefined;
}

/** Resolves to the HTML of a path, transformed by Vite. */
async function page(vite: ViteDevServer, path: string, parts: DevPageParts): Promise<string> {
  const [{ renderDocument: documentOf }, { routeAt }] = (await Promise.all([
    vite.ssrLoadModule('/src/storefront/app/document.ts'),
    vite.ssrLoadModule('/src/storefront/app/routes.tsx'),
  ])) as [typeof documents, typeof routes];
  const html = documentOf({
    route: routeAt(path),
    description: '',
    demo: parts.demo,
    body: '',
    styles: '',
    fonts: [],
    // Empty, because `withEntry` adds the entry: it must come after Vite's scripts for hot reload.
    boot: { script: parts.bootScript, entry: '', modules: [] },
  });
  const withEntry = html.replace(
    '</head>',
    `<script type="module" src="${entry}"></script></head>`,
  );
  return vite.transformIndexHtml(path, withEntry);
}

async function respond(
  vite: ViteDevServer,
  parts: DevPageParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (path === '/') return void response.writeHead(302, { Location: '/home' }).end();
  const file = fileAt(path, parts);
  if (file) {
    response.setHeader('Content-Type', types[extname(path)]!);
    return void response.end(await readFile(file));
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(await page(vite, path, parts));
}

/** Creates the Vite plugin that serves pages, pictures and icons. */
export function devPages(parts: DevPageParts): Plugin {
  return {
    name: 'dev-pages',
    configureServer: (vite) => () => {
      vite.middlewares.use(async (request, response, next) => {
        try {
          await respond(vite, parts, request, response);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
