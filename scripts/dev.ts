// The development server: the storefront with hot reload on PORT, and the shop's server behind it, which restarts on
// changes. Pages have the same document as the built ones, but render in the browser.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer, mergeConfig } from 'vite';
import type { Connect, ViteDevServer } from 'vite';
import { apiPrefixes } from '../src/shop/paths.ts';
import type * as documents from '../src/storefront/app/document.ts';
import type * as routes from '../src/storefront/app/routes.tsx';
import config from '../vite.config.ts';
import { mediaTypes } from './build/assets.ts';
import { bundleBootScript } from './build/bundles.ts';
import { entryModule } from './build/pages.ts';
import { buildPictures } from './build/pictures.ts';
import { freePort } from '#support/free-port.ts';

const root = join(import.meta.dirname, '..');
/** The last build, for icons and the web manifest. The server does not start without one. */
const site = join(root, 'dist/site');
const port = Number(process.env['PORT'] || 3000);
const address = `http://localhost:${port}`;
const apiRoutes = `^/(${[...apiPrefixes, 'test-payments'].join('|')})(/|\\?|$)`;

function node(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
}

async function ensureSite(): Promise<void> {
  if (existsSync(join(site, 'pages.json'))) return;
  const build = node(['scripts/build/build.ts', 'site']);
  const code = await new Promise((resolve) => build.once('exit', resolve));
  if (code !== 0) throw new Error('The storefront could not be built.');
}

function startShop(shopPort: number): ChildProcess {
  const origin = process.env['ORIGIN'] || address;
  const env = { PORT: String(shopPort), HOST: '127.0.0.1', ORIGIN: origin };
  const hook = ['--import', './scripts/tsx-hook.mjs'];
  return node([...hook, '--watch', '--watch-preserve-output', 'src/server/main.ts'], env);
}

/** Forwards the shop's output. Resolves when the shop is ready. */
function ready(shop: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    createInterface({ input: shop.stdout! }).on('line', (line) => {
      if (line.startsWith('Ready at ')) resolve();
      else console.log(line);
    });
  });
}

/** Resolves to the HTML of a path, transformed by Vite. */
async function page(server: ViteDevServer, path: string): Promise<string> {
  const [{ renderDocument }, { routeAt }] = (await Promise.all([
    server.ssrLoadModule('/src/storefront/app/document.ts'),
    server.ssrLoadModule('/src/storefront/app/routes.tsx'),
  ])) as [typeof documents, typeof routes];
  const html = renderDocument({
    route: routeAt(path),
    description: '',
    demo: !process.env['PAYMENT_KEY_ID'],
    body: '',
    styles: '',
    fonts: [],
    // Without the entry: it must come after Vite's scripts for hot reload.
    boot: { script: bootScript, entry: '', modules: [] },
  });
  const entry = `<script type="module" src="/${entryModule}"></script>`;
  return server.transformIndexHtml(path, html.replace('</head>', `${entry}</head>`));
}

/** Serves what Vite does not: pages, pictures and icons. */
const respond =
  (server: ViteDevServer): Connect.NextHandleFunction =>
  async (request, response, next) => {
    try {
      const { pathname: path, search } = new URL(request.url ?? '/', 'http://localhost');
      if (path === '/') return void response.writeHead(302, { Location: `/home${search}` }).end();
      const name = basename(path);
      const picture = path.startsWith('/pictures/') ? pictures.files.get(name) : undefined;
      const file = picture ?? (path === `/${name}` ? join(site, name) : '');
      const type = mediaTypes[extname(path)];
      const isFile = type !== undefined && existsSync(file);
      response.setHeader('Content-Type', isFile ? type : 'text/html; charset=utf-8');
      response.end(isFile ? await readFile(file) : await page(server, path));
    } catch (error) {
      next(error);
    }
  };

/** Stops both servers on a signal or when the parent process ends. */
function stopWith(shop: ChildProcess, server: ViteDevServer): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const ended = new Promise((resolve) => shop.once('exit', resolve));
    shop.kill('SIGTERM');
    await Promise.all([ended, server.close()]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
}

await ensureSite();
const shopPort = await freePort();
const shop = startShop(shopPort);
const shopIsReady = ready(shop);
const [pictures, bootScript] = await Promise.all([buildPictures(), bundleBootScript()]);
const vite = await createServer(
  mergeConfig(config, {
    configFile: false,
    define: { PICTURES_FOLDER: JSON.stringify(pictures.folder) },
    plugins: [
      {
        name: 'pages',
        configureServer: (server: ViteDevServer) => () =>
          void server.middlewares.use(respond(server)),
      },
    ],
    server: {
      host: process.env['HOST'] || '127.0.0.1',
      port,
      strictPort: true,
      proxy: { [apiRoutes]: `http://127.0.0.1:${shopPort}` },
      watch: { ignored: ['**/data/**', '**/dist/**', '**/.cache/**'] },
    },
  }),
);
stopWith(shop, vite);
await vite.listen();
await shopIsReady;
console.log(`Ready at ${address}`);
