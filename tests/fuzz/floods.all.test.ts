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

beforeAll(async () => {
  const port = await freePort();
  proxy = await startHaproxy({ SHOP_A: `127.0.0.1:${port}` });
  running.defer(() => proxy.stop());
  shop = await startRealShop({ PORT: String(port), TRUST_PROXY: '1' });
  running.defer(() => shop.remove());
  const [account] = await openAccounts(shop, 1);
  const posted = await fetch(`${shop.origin}/reviews`, {
    method: 'POST',
    headers: { origin: shop.origin, cookie: account!.cookie },
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

describe.each(Object.keys(ways) as (keyof typeof ways)[])('%s', (way) => {
  it.each([
    ['pages', () => '/home', 750],
    ['pages of reviews', () => '/api/reviews?page=1', 750],
    ['a large picture', () => picture, 20],
  ])(
    'who asks for %s very often and reads nothing holds little',
    WAIT,
    async (_what, path, times) => {
      const request = `GET ${path()} HTTP/1.1\r\nHost: ${SITE}\r\n\r\n`;
      const sockets = Array.from({ length: CONNECTIONS }, (_, index) => {
        const socket = ways[way](index);
        socket.on('error', () => undefined).pause();
        socket.write(request.repeat(times));
        return socket;
      });
      const { statuses, most } = await watch(sockets);
      expect(statuses).toEqual([200]);
      expect(most).toBeLessThan(MOST_MB);
    },
  );
});
