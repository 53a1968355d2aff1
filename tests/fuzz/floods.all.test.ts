// Clients that send very much at once and read nothing, through the proxy and without it: the process stays small, and
// still responds.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#support/free-port.ts';
import { SITE, startHaproxy } from '#support/server/proxy.ts';
import type { Haproxy } from '#support/server/proxy.ts';
import { createForm } from '#support/server/review-site.ts';
import { largePhoto } from '#support/server/review-files.ts';
import { startRealShop } from '#support/shop.ts';
import type { RunningShop } from '#support/shop.ts';
import { residentMemory } from '#support/server/process-use.ts';
import { openAccounts } from '../races/shopper.ts';

const MOST_MB = 400;
const CONNECTIONS = 100;
/** Each look takes a second on a busy machine. */
const WAIT = { timeout: 180_000 };

const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());
let shop: RunningShop;
let proxy: Haproxy;
let picture: string;
let cookie: string;

beforeAll(async () => {
  const port = await freePort();
  proxy = await startHaproxy({ SHOP_A: `127.0.0.1:${port}` });
  running.defer(() => proxy.stop());
  shop = await startRealShop({ PORT: String(port), TRUST_PROXY: '1' });
  running.defer(() => shop.remove());
  const [account] = await openAccounts(shop, 1);
  cookie = account!.cookie;
  const posted = await fetch(`${shop.origin}/reviews`, {
    method: 'POST',
    headers: { origin: shop.origin, cookie },
    body: createForm({}, [await largePhoto()]),
  });
  picture = `/uploads/${((await posted.json()) as { picture: string }).picture}`;
});

/** Opens a connection, each from another network. */
const ways = {
  'without a proxy': (index: number) =>
    connect({ port: shop.port, host: '127.0.0.1', localAddress: `127.2.${index % 10}.1` }),
  'through the proxy': (index: number) =>
    connectTls({
      port: proxy.httpsPort,
      host: '127.0.0.1',
      localAddress: `127.2.${index % 10}.1`,
      servername: SITE,
      ca: proxy.authority,
    } as ConnectionOptions),
} as const;

/** Resolves to the statuses of /healthz, and the most megabytes that the process had, while the connections are open. */
async function watch(sockets: readonly Socket[]) {
  const statuses = new Set<number>();
  let most = 0;
  for (let look = 0; look < 100; look += 1) {
    statuses.add((await fetch(`${shop.origin}/healthz`)).status);
    most = Math.max(most, residentMemory(shop.pid()));
  }
  const open = sockets.filter(({ closed }) => !closed);
  await Promise.all(open.map((socket) => once(socket.destroy(), 'close')));
  return { statuses: [...statuses], most };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${SITE}\r\n\r\n`;

/** A review whose texts, 6 MB in all, do not end. */
function endlessForm(): string {
  const part = (text: string) =>
    `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n${text}\r\n`;
  const body = part('x'.repeat(60_000)).repeat(98);
  const type = 'Content-Type: multipart/form-data; boundary=b';
  const head = `POST /reviews HTTP/1.1\r\nHost: ${SITE}\r\nCookie: ${cookie}\r\n${type}`;
  return `${head}\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`;
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('%s', (way) => {
  it.each([
    ['requests pages very often', () => get('/home').repeat(750)],
    ['requests pages of reviews very often', () => get('/api/reviews?page=1').repeat(750)],
    ['requests a large picture very often', () => get(picture).repeat(20)],
    ['sends a form that does not end', endlessForm],
  ])('who %s and reads nothing holds little', WAIT, async (_what, sent) => {
    const content = sent();
    const sockets = Array.from({ length: CONNECTIONS }, (_, index) => {
      const socket = ways[way](index);
      socket.on('error', () => undefined).pause();
      socket.write(content);
      return socket;
    });
    const { statuses, most } = await watch(sockets);
    expect(statuses).toEqual([200]);
    expect(most).toBeLessThan(MOST_MB);
  });
});
