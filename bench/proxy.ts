// First visits through the proxy of deploy/ over a slow link: HTTP/2 against HTTP/1.1.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { chromium } from '@playwright/test';
import { phone } from '#support/journeys/windows.ts';
import { SITE, startHaproxy } from '#support/server/proxy.ts';
import { startRealShop } from '#support/shop.ts';
import config from '../playwright.config.ts';
import type { Bench, Figure, Part } from './run.ts';
import { readMoments, recordMoments } from './visit.ts';

/** Half of the 150 ms that a packet needs to the server and back. */
const ONE_WAY_MS = 75;
/** Bits of a millisecond. */
const [DOWN, UP] = [1_600, 750];
const SEGMENT = 1_460;
/** What a server sends before the first acknowledgement: ten segments, as Linux does. */
const FIRST_WINDOW = 10 * SEGMENT;

/** One direction, which all connections share. Returns a function that resolves when the bytes have arrived. */
function createDirection(bitsPerMs: number) {
  let busyUntil = 0;
  return (bytes: number, earliest = 0): Promise<void> => {
    busyUntil = Math.max(performance.now(), busyUntil) + (bytes * 8) / bitsPerMs;
    const arrival = Math.max(busyUntil, earliest) + ONE_WAY_MS;
    return new Promise((resolve) => setTimeout(resolve, arrival - performance.now()));
  };
}

/**
 * Starts a link to a port: 1.6 Mbit/s down, 750 kbit/s up, a round trip for each new connection, and slow start. `tc netem` is
 * in no kernel of ours, and Chromium's own emulation knows neither connections nor windows. No packet is lost.
 */
async function startLink(port: number): Promise<{ port: number } & AsyncDisposable> {
  const [down, up] = [createDirection(DOWN), createDirection(UP)];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    // TCP's own handshake.
    const open = performance.now() + 2 * ONE_WAY_MS;
    const upstream = connect({ port, host: '127.0.0.1' });
    for (const socket of [client, upstream]) {
      socket.setNoDelay().on('error', () => undefined);
      sockets.add(socket.on('close', () => sockets.delete(socket)));
    }
    let sent = Promise.resolve();
    client.on('data', (bytes) => {
      const arrival = up(bytes.length, open);
      sent = sent.then(() => arrival).then(() => void upstream.write(bytes));
    });
    client.on('close', () => upstream.destroy());
    let waiting = Buffer.alloc(0);
    let [window, underWay, received] = [FIRST_WINDOW, 0, Promise.resolve()];
    const send = () => {
      while (waiting.length > 0 && underWay < window) {
        const segment = waiting.subarray(0, SEGMENT);
        waiting = waiting.subarray(segment.length);
        underWay += segment.length;
        const arrival = down(segment.length);
        received = received.then(() => arrival).then(() => void client.write(segment));
        const acknowledge = () => {
          underWay -= segment.length;
          window += segment.length;
          send();
        };
        void arrival.then(() => setTimeout(acknowledge, ONE_WAY_MS));
      }
      // As much as Linux would hold in its send buffer.
      if (waiting.length > 2 * window) upstream.pause();
      else upstream.resume();
    };
    upstream.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      send();
    });
    upstream.on('close', () => void received.then(() => client.end()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

/** Resolves to the paints of a first visit. The processor is not slowed down: the link is the subject. */
async function visitOnce(port: number, path: string, more: readonly string[] = []) {
  const { args = [], ...options } = config.use!.launchOptions!;
  // A browser for each visit: it would keep connections and sessions of TLS.
  await using browser = await chromium.launch({
    ...options,
    args: [...args, ...more, `--host-resolver-rules=MAP ${SITE}:443 127.0.0.1:${port}`],
  });
  const page = await browser.newPage({ ...phone, ignoreHTTPSErrors: true });
  await page.addInitScript(recordMoments);
  await page.goto(`https://${SITE}${path}`, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.waitForSelector('html[data-hydrated]', { state: 'attached', timeout: 60_000 });
  return await readMoments(page);
}

async function measure({ repeat }: Bench): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const env = { ORIGIN: `https://${SITE}`, TRUST_PROXY: '1' };
  const shop = stack.adopt(await startRealShop(env), (started) => started.remove());
  const upstream = `127.0.0.1:${shop.port}`;
  const haproxy = stack.adopt(await startHaproxy({ SHOP_A: upstream }), (started) =>
    started.stop(),
  );
  const { port } = stack.use(await startLink(haproxy.httpsPort));
  const figures: Figure[] = [];
  for (const path of ['/home', '/dairymilkgarland']) {
    const all = await repeat(path, async () => {
      const before = await visitOnce(port, path, ['--disable-http2']);
      const after = await visitOnce(port, path);
      return {
        'first by 1.1': before.painted,
        'first by 2': after.painted,
        'largest by 1.1': before.largest,
        'largest by 2': after.largest,
        'hydrated by 1.1': before.hydrated,
        'hydrated by 2': after.hydrated,
      };
    });
    for (const what of ['first', 'largest', 'hydrated'] as const) {
      const [measured, twin] = [all[`${what} by 2`], all[`${what} by 1.1`]];
      const reach = what === 'largest' && path === '/home' ? { reachTimesTwin: 0.85 } : {};
      figures.push({ what: `${path} ${what}`, unit: 'ms', measured, twin, ...reach });
    }
  }
  return figures;
}

export const proxy: Part = {
  about: `first visits through haproxy over HTTP/2, beside those over HTTP/1.1, on a link of ${2 * ONE_WAY_MS} ms and 1.6 Mbit/s`,
  measure,
};
