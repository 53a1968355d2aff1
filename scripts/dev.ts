// The development server: the storefront with hot reload on PORT, and the shop's server behind it, which restarts on
// changes.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer, mergeConfig } from 'vite';
import type { ViteDevServer } from 'vite';
import { apiPrefixes } from '../src/shop/paths.ts';
import config from '../vite.config.ts';
import { bundleBootScript } from './build/bundles.ts';
import { buildPictures } from './build/pictures.ts';
import { devPages } from './dev-pages.ts';

const root = join(import.meta.dirname, '..');
const site = join(root, 'dist/site');
const host = process.env['HOST'] || '127.0.0.1';
const port = Number(process.env['PORT'] || 3000);
const address = `http://localhost:${port}`;
const apiRoutes = `^/(${[...apiPrefixes, 'test-payments'].join('|')})(/|\\?|$)`;

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port: free } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return free;
}

function node(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
}

/** Builds the site if there is none: the server does not start without it. */
async function ensureSite(): Promise<void> {
  if (existsSync(join(site, 'pages.json'))) return;
  const build = node(['scripts/build/build.ts', 'site']);
  const code = await new Promise((resolve) => build.once('exit', resolve));
  if (code !== 0) throw new Error('The storefront could not be built.');
}

function startShop(shopPort: number): ChildProcess {
  const origin = process.env['ORIGIN'] || address;
  const env = { PORT: String(shopPort), HOST: '127.0.0.1', ORIGIN: origin };
  return node(['--watch', '--watch-preserve-output', 'src/server/main.ts'], env);
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

/** Stops both servers on a signal or when the parent process ends. */
function stopWith(shop: ChildProcess, vite: ViteDevServer): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const ended = new Promise((resolve) => shop.once('exit', resolve));
    shop.kill('SIGTERM');
    await Promise.all([ended, vite.close()]);
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
const demo = !process.env['PAYMENT_KEY_ID'];

const vite = await createServer(
  mergeConfig(config, {
    configFile: false,
    define: { PICTURES_FOLDER: JSON.stringify(pictures.folder) },
    plugins: [devPages({ site, bootScript, pictures, demo })],
    server: {
      host,
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
