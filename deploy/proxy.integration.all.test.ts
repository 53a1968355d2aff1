// deploy/haproxy.cfg in Debian's haproxy, in front of two small shops and a desk: what docs/security.md promises of the
// proxy, and what happens to requests when a shop dies.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';
import { Agent } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions, SecureVersion } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#support/free-port.ts';
import { DESK, SITE, startHaproxy } from '#support/server/proxy.ts';
import type { Haproxy } from '#support/server/proxy.ts';
import { MOST_CONNECTIONS, serverSettings } from '../src/server/platform/http/server.ts';
import { LARGEST_PICTURE, MOST_PICTURES } from '../src/shop/forms/review.ts';
import { apiPrefixes } from '../src/shop/paths.ts';

const LONG = { timeout: 20_000 };
const RESTARTED = 'The shop is being restarted. Please try again in a minute.';
const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());

/** A small shop that can be away, not ready, or die with each request. Its responses are its name. */
class SmallShop {
  state: 'serving' | 'not ready' | 'dying' = 'serving';
  received: { method: string; url: string; headers: IncomingHttpHeaders }[] = [];
  firstBytes = Promise.withResolvers<void>();
  readonly name: string;
  readonly port: number;
  #server: Server | undefined;

  constructor(name: string, port: number) {
    this.name = name;
    this.port = port;
  }

  async start() {
    if (this.#server) return;
    this.#server = createServer((incoming, response) => {
      if (incoming.url === '/readyz') {
        response.writeHead(this.state === 'not ready' ? 503 : 200).end();
        return;
      }
      const { method = '', url = '', headers } = incoming;
      this.received.push({ method, url, headers });
      incoming.on('data', () => this.firstBytes.resolve());
      incoming.on('end', () => {
        if (this.state === 'dying') incoming.socket.destroy();
        else response.setHeader('Strict-Transport-Security', 'max-age=1').end(this.name);
      });
    }).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop() {
    const server = this.#server;
    this.#server = undefined;
    const closed = server && once(server.close(), 'close');
    server?.closeAllConnections();
    await closed;
  }
}

const a = new SmallShop('a', await freePort());
const b = new SmallShop('b', await freePort());
const desk = new SmallShop('desk', await freePort());
let haproxy: Haproxy;
let session: ClientHttp2Session;
let addresses = 0;
/** Each a visitor whom the proxy does not know. */
const nextAddress = () => `127.1.${Math.floor((addresses += 1) / 250)}.${(addresses % 250) + 1}`;
const connect = (localAddress: string) => {
  const { httpsPort, authority: ca } = haproxy;
  const options = { servername: SITE, ca, localAddress };
  return connectHttp2(`https://127.0.0.1:${httpsPort}`, options);
};

beforeAll(async () => {
  for (const shop of [a, b, desk]) {
    await shop.start();
    running.defer(() => shop.stop());
  }
  haproxy = await startHaproxy({
    SHOP_A: `127.0.0.1:${a.port}`,
    SHOP_B: `127.0.0.1:${b.port}`,
    DESK_A: `127.0.0.1:${desk.port}`,
  });
  running.defer(() => haproxy.stop());
  session = connect('127.0.0.1');
  running.defer(() => session.destroy());
});

/** Resolves when both shops serve, and the proxy knows. */
beforeEach(async () => {
  for (const shop of [a, b, desk]) {
    shop.state = 'serving';
    await shop.start();
  }
  const known = new Set<string>();
  while (known.size < 2) known.add((await ask('/home')).text);
  for (const shop of [a, b, desk]) {
    Object.assign(shop, { received: [], firstBytes: Promise.withResolvers<void>() });
  }
});

const post = (path: string) => ({ ':method': 'POST', ':path': path, ':authority': SITE });

/** Sends a request over HTTP/2. Rejects if the proxy says nothing but 'refused'. */
async function ask(
  path: string,
  more: Record<string, string> = {},
  body?: string,
  from = nextAddress(),
): ReturnType<Haproxy['ask']> {
  const own = connect(from);
  try {
    const method = body === undefined ? 'GET' : 'POST';
    const stream = own.request({ ...post(path), ':method': method, ...more });
    const responded = once(stream, 'response') as Promise<
      [IncomingHttpHeaders & { ':status': number }]
    >;
    stream.end(body);
    const [headers] = await responded;
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += String(chunk);
    return { status: headers[':status'], headers, text };
  } finally {
    own.destroy();
  }
}

const key = { 'idempotency-key': 'an-order' };
const received = () => [a, b, desk].flatMap((shop) => shop.received);

/** Resolves to the negotiated protocol, version and cipher suite, or to the error of the handshake. */
async function shakeHands(options: ConnectionOptions): Promise<string> {
  const { httpsPort: port, authority: ca } = haproxy;
  // By default, OpenSSL would not even offer weak ciphers.
  const ciphers = `${options.ciphers ?? 'ALL'}:@SECLEVEL=0`;
  const own = { host: '127.0.0.1', port, servername: SITE, ca, ALPNProtocols: ['h2'] };
  const socket = connectTls({ ...own, ...options, ciphers });
  try {
    await once(socket, 'secureConnect');
    return `${socket.alpnProtocol} ${socket.getProtocol()} ${socket.getCipher().name}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}

const only = (version: SecureVersion) => ({ minVersion: version, maxVersion: version });

describe('the TLS of the proxy', () => {
  it('has version 1.2 or 1.3, HTTP/2, and no certificate for another name', async () => {
    expect(await shakeHands(only('TLSv1.1'))).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    expect(await shakeHands(only('TLSv1.2'))).toMatch(/^h2 TLSv1\.2 ECDHE-ECDSA-/);
    expect(await shakeHands(only('TLSv1.3'))).toMatch(/^h2 TLSv1\.3 TLS_/);
    expect(await shakeHands({ servername: 'other.example' })).toMatch(/UNRECOGNIZED_NAME/);
  });

  it.each(['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA', 'ECDHE-ECDSA-AES128-SHA256'])(
    'refuses %s, which has no authenticated encryption',
    async (ciphers) => {
      const refused = await shakeHands({ ...only('TLSv1.2'), ciphers });
      expect(refused).toMatch(/^ERR_SSL_(?:SSL\/TLS|SSLV3|TLSV1)_ALERT_HANDSHAKE_FAILURE$/);
    },
  );

  it.each(['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'])(
    'accepts %s',
    async (ciphers) => {
      expect(await shakeHands({ ...only('TLSv1.2'), ciphers })).toBe(`h2 TLSv1.2 ${ciphers}`);
    },
  );
});

describe('http', () => {
  it.each([
    [SITE, 'GET', '/home?a=1'],
    [SITE, 'HEAD', '/home?a=1'],
    [DESK, 'GET', '/'],
  ])('redirects a page of %s to https: %s %s', async (site, method, path) => {
    const { status, headers } = await haproxy.ask('http', path, { method, site });
    expect([status, headers.location]).toEqual([308, `https://${site}${path}`]);
    expect(headers.server).toBeUndefined();
  });

  it.each<[string, string, string]>([
    [SITE, 'POST', '/home'],
    [SITE, 'POST', '/payments/webhook'],
    [SITE, 'GET', '/%6frders/asha@example.com'],
    [SITE, 'GET', '//orders/asha@example.com'],
    ...apiPrefixes.map((prefix): [string, string, string] => [SITE, 'GET', `/${prefix}`]),
    // A link that signs in.
    [DESK, 'GET', '/invite/a-link'],
    [DESK, 'POST', '/'],
  ])('of %s refuses %s %s without forwarding it', async (site, method, path) => {
    const body = method === 'POST' ? '{}' : '';
    const { status, headers, text } = await haproxy.ask('http', path, { site, method, body });
    expect([status, headers.location, headers.server]).toEqual([403, undefined, undefined]);
    const name = site === SITE ? 'shop' : 'desk';
    expect(text).toBe(
      `The ${name} speaks https only: use https://${site}. Nothing was read or saved.`,
    );
    expect(received()).toEqual([]);
  });
});

describe('https', () => {
  it('replaces the address that a caller claims, and removes ambiguous headers', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', a_b: '1' };
    const { headers: sent } = await ask('/home', forged, undefined, '127.0.0.7');
    expect([sent.server, sent['strict-transport-security']]).toEqual([undefined, 'max-age=1']);
    const [{ headers = {} } = {}] = received();
    expect(headers).toMatchObject({ host: SITE, 'x-forwarded-for': '127.0.0.7' });
    expect([headers.forwarded, headers['a_b']]).toEqual([undefined, undefined]);
  });

  it('reaches the desk under its own name alone, with the address of the caller', async () => {
    const reply = await haproxy.ask('https', '/home', { site: DESK, from: '127.0.0.4' });
    expect([reply.text, reply.headers.server]).toEqual(['desk', undefined]);
    expect(desk.received[0]?.headers['x-forwarded-for']).toBe('127.0.0.4');
    expect((await haproxy.ask('https', '/sign-in')).text).toMatch(/^[ab]$/);
  });

  it.each([
    [SITE, 'other.example'],
    [SITE, DESK],
    [DESK, SITE],
  ])('over a connection to %s refuses a request for %s', async (site, host) => {
    const { status } = await haproxy.ask('https', '/home', { site, headers: { host } });
    expect([status, received()]).toEqual([421, []]);
  });

  it('forwards the largest review, and refuses what no form of the shop has', async () => {
    // Five pictures, the texts and the boundaries.
    const body = Buffer.alloc(MOST_PICTURES * LARGEST_PICTURE + 64 * 1024);
    expect(await haproxy.ask('https', '/reviews', { method: 'POST', body })).toMatchObject({
      status: 200,
    });
    const stream = session.request({ ...post('/reviews'), 'content-length': 28_311_553 });
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    stream.destroy();
    expect(headers).toMatchObject({
      ':status': 413,
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
  });

  it('forwards pictures as they come', async () => {
    const upload = session.request(post('/reviews'));
    upload.write('a first part');
    await Promise.race([a.firstBytes.promise, b.firstBytes.promise]);
    upload.end('the rest');
    expect(await upload.setEncoding('utf8').toArray()).toHaveLength(1);
  });

  it('logs nothing about a caller in the proxy', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9' };
    await ask('/orders/asha@example.com?token=hunter2', forged, undefined, '127.0.0.2');
    await haproxy.ask('https', '/asha@example.com', { headers: { host: 'other.example' } });
    await a.stop();
    await expect.poll(() => haproxy.log()).toContain('is DOWN');
    expect(haproxy.log()).not.toMatch(/asha|hunter2|127\.0\.0\.2|203\.0\.113\.9/);
  });

  it('bounds the connections of an address', async () => {
    const open = Array.from({ length: 170 }, () =>
      connectTcp({ port: haproxy.httpPort, localAddress: '127.0.0.9' }),
    );
    let refused = 0;
    for (const socket of open)
      socket.on('error', () => undefined).on('close', () => (refused += 1));
    await expect.poll(() => refused).toBe(20);
    expect((await haproxy.ask('http', '/home')).status).toBe(308);
    open.forEach((socket) => socket.destroy());
  });

  it('bounds the requests of an address, and serves others beside them', async () => {
    // More of a session than it may have at once wait in the browser.
    const sessions = Array.from({ length: 6 }, () => connect('127.0.0.10'));
    const statuses: unknown[] = [];
    for (let index = 0; index < 220; index += 1) {
      const begun = { ...post('/payments/verify'), 'content-length': '10' };
      const slow = sessions[index % 6]!.request(begun, { endStream: false });
      slow.on('error', () => undefined);
      slow.on('response', (headers) => statuses.push(headers[':status']));
    }
    await expect.poll(() => statuses).toEqual(Array(20).fill(503));
    const others = await Promise.all([ask('/home'), ask('/reviews', {}, 'x')]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    sessions.forEach((each) => each.destroy());
  });
});

describe('when a shop', () => {
  it('is away, the other gets every request', async () => {
    await a.stop();
    const sent = Array.from({ length: 8 }, (_, index) =>
      index % 2 ? ask('/home') : ask('/orders', index % 4 ? key : {}, '{}'),
    );
    expect((await Promise.all(sent)).map(({ text }) => text)).toEqual(Array(8).fill('b'));
  });

  it('dies, the other gets reads, orders and reviews that it had', async () => {
    a.state = 'dying';
    const review = async () => {
      const slow = session.request({ ...post('/api/reviews'), ...key, 'content-length': 2 });
      slow.write('x');
      // The proxy has the first part by then.
      await ask('/home');
      slow.end('y');
      return { text: (await slow.setEncoding('utf8').toArray()).join('') };
    };
    const sent = Array.from({ length: 4 }, () => [
      ask('/home'),
      ask('/payments/create-order', key, '{"amount":1}'),
      review(),
    ]).flat();
    expect((await Promise.all(sent)).map(({ text }) => text)).toEqual(Array(12).fill('b'));
    expect(a.received.length).toBeGreaterThan(0);
  });

  it('dies, every other write is sent once, and browsers do not repeat it', async () => {
    a.state = 'dying';
    b.state = 'dying';
    const lost = await ask('/api/auth/sign-in/email', {}, '{}');
    expect([lost.status, lost.headers['retry-after'], lost.text]).toEqual([503, '10', RESTARTED]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const path of ['/first', '/second']) {
      const again = await haproxy.ask('https', path, { method: 'POST', agent });
      expect([again.status, again.text]).toEqual([503, RESTARTED]);
    }
    agent.destroy();
    const urls = received().map(({ url }) => url);
    expect(urls.toSorted()).toEqual(['/api/auth/sign-in/email', '/first', '/second']);
  });

  it('has served a page, the same visitor gets its files there until it is away', async () => {
    const visitor = nextAddress();
    const { text: shop } = await ask('/home', {}, undefined, visitor);
    const askAgain = () => ask('/assets/new.js', {}, undefined, visitor).then(({ text }) => text);
    const again = await Promise.all(Array.from({ length: 20 }, askAgain));
    expect(again).toEqual(Array(20).fill(shop));
    await (shop === 'a' ? a : b).stop();
    expect(await askAgain()).toBe(shop === 'a' ? 'b' : 'a');
  });

  it('is not ready, it gets no request', async () => {
    a.state = 'not ready';
    let inRow = 0;
    while (inRow < 10) inRow = (await ask('/home')).text === 'b' ? inRow + 1 : 0;
    a.received = [];
    const texts = await Promise.all(Array.from({ length: 10 }, () => ask('/a', {}, '{}')));
    expect(texts.map(({ text }) => text)).toEqual(Array(10).fill('b'));
    expect(a.received).toEqual([]);
  });

  it('and the other are restarted, all requests wait, those of the desk too', async () => {
    await Promise.all([a.stop(), b.stop(), desk.stop()]);
    const form = { site: DESK, method: 'POST', body: 'email=meena%40example.com' };
    const sent = [
      ask('/home'),
      ask('/orders', key, '{}'),
      ask('/reviews', {}, 'x'),
      haproxy.ask('https', '/sign-in', form),
    ];
    await Promise.all([b.start(), desk.start()]);
    expect((await Promise.all(sent)).map(({ text }) => text)).toEqual(['b', 'b', 'b', 'desk']);
  });
});

const config = readFileSync(new URL('haproxy.cfg', import.meta.url), 'utf8');

it('waits for the body of a slow phone no longer than the shop does', () => {
  const [, seconds] = /wait-for-body time (\d+)s/.exec(config) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(60_000);
  expect(Number(seconds) * 1_000).toBeLessThan(serverSettings.requestTimeout);
});

it('opens no more connections to a shop than the shop accepts', () => {
  const most = [...config.matchAll(/server a(?:-large)? "\$\{SHOP_A\}".* maxconn (\d+)/g)];
  const sum = most.reduce((all, [, each]) => all + Number(each), 0);
  expect(most).toHaveLength(4);
  expect(sum).toBeLessThan(MOST_CONNECTIONS);
});

it('serves a visitor, the desk and a webhook beside silent connections of ten addresses', async () => {
  const silent = Array.from({ length: 5_000 }, (_, index) =>
    connectTcp({
      port: haproxy.httpsPort,
      host: '127.0.0.1',
      localAddress: `127.0.1.${1 + (index % 10)}`,
    }).on('error', () => undefined),
  );
  await expect.poll(() => silent.filter(({ destroyed }) => destroyed).length, LONG).toBe(3_500);
  const replies = await Promise.all([
    ask('/home'),
    ask('/payments/webhook', {}, '{}'),
    haproxy.ask('https', '/sign-in', { site: DESK }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  silent.forEach((socket) => socket.destroy());
});

it('serves orders, payments and the desk beside large bodies of ten addresses that do not end', async () => {
  const large = (path: string, site: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${site}\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(59_999)}`;
  const statuses: string[] = [];
  const open = Array.from({ length: 1_000 }, (_, index) => {
    const isDesk = index % 20 > 9;
    const site = isDesk ? DESK : SITE;
    const socket = connectTls({
      port: haproxy.httpsPort,
      host: '127.0.0.1',
      localAddress: `127.0.2.${1 + (index % 10)}`,
      servername: site,
      ca: haproxy.authority,
    } as ConnectionOptions);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => statuses.push(String(bytes).slice(9, 12)));
    socket.write(large(isDesk ? '/sign-in' : '/payments/webhook', site));
    return socket;
  });
  // An address has forty.
  await expect.poll(() => statuses, LONG).toEqual(Array(600).fill('503'));
  const replies = await Promise.all([
    ask('/payments/orders', key, '{}'),
    ask('/payments/verify', {}, '{}'),
    ask('/payments/webhook', {}, '{}'),
    haproxy.ask('https', '/sign-in', { site: DESK, method: 'POST', body: 'x' }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  open.forEach((socket) => socket.destroy());
});

it('needs only one shop, and no desk', () => {
  const checked = haproxy.check({ SHOP_A: '127.0.0.1:3000' });
  expect(checked).toBe('Configuration file is valid\n');
});
