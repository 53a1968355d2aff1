// deploy/haproxy.cfg in Debian's haproxy, in front of a real shop: what docs/security.md promises about the proxy.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#support/free-port.ts';
import { DESK, SITE, startHaproxy } from '#support/server/proxy.ts';
import type { Haproxy, ProxyRequest } from '#support/server/proxy.ts';
import {
  insertAccount,
  insertSession,
  withAccounts,
  SESSION_SECRET,
} from '#support/server/insert-session.ts';
import { photo } from '#support/server/review-files.ts';
import { writeSmallSite } from '#support/server/small-site.ts';
import { LARGEST_PICTURE, MOST_PICTURES } from '../src/shop/forms/review.ts';
import { apiPrefixes } from '../src/shop/paths.ts';
import { createPseudonym } from '../src/server/platform/secrets.ts';
import { createLog } from '../src/server/platform/log.ts';
import { ownerDetails } from '../src/shop/claims.ts';
import { parseSettings } from '../src/server/platform/settings.ts';
import { startShop } from '../src/server/start-shop.ts';
import type { Shop } from '../src/server/start-shop.ts';

const origin = `https://${SITE}`;
const json = { origin, 'content-type': 'application/json' };
const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());

const lines: string[] = [];
/** The lines of the shop's log about API requests. */
const requests = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }: { msg: string }) => msg === 'request');

let proxy: Haproxy;
let shop: Shop;
let restart: () => Promise<void>;
let settings: ReturnType<typeof parseSettings>;

beforeAll(async () => {
  const siteDirectory = writeSmallSite({}, (remove) => running.defer(remove));
  const dataDir = mkdtempSync(join(tmpdir(), 'maalai-proxied-'));
  running.defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const [port, deskPort] = [await freePort(), await freePort()];
  settings = parseSettings(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      ORIGIN: origin,
      DESK_PORT: String(deskPort),
      DESK_ORIGIN: `https://${DESK}`,
      TRUST_PROXY: '1',
      SESSION_SECRET,
      // With keys of its own it does not start the payment stand-in.
      PAYMENT_KEY_ID: 'rzp_test_k',
      PAYMENT_KEY_SECRET: 'key-secret',
      PAYMENT_WEBHOOK_SECRET: 'webhook-secret',
    },
    ownerDetails(),
  );
  const log = createLog('info', (line) => lines.push(line));
  restart = async () => {
    shop = await startShop({ settings, clock: () => new Date(), log, siteDirectory });
  };
  await restart();
  running.defer(() => shop.stop());
  proxy = await startHaproxy({
    SHOP_A: `127.0.0.1:${port}`,
    DESK_A: `127.0.0.1:${deskPort}`,
  });
  running.defer(() => proxy.stop());
});

/** Resolves to the negotiated version and cipher suite, or to the error of the handshake. */
async function shakeHands(options: ConnectionOptions): Promise<string> {
  const { httpsPort: port, authority: ca } = proxy;
  // By default, OpenSSL would not even offer weak ciphers.
  const ciphers = `${options.ciphers ?? 'ALL'}:@SECLEVEL=0`;
  const socket = connect({ host: '127.0.0.1', port, servername: SITE, ca, ...options, ciphers });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.getCipher().name}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}

const only = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') => ({
  minVersion: version,
  maxVersion: version,
});

describe('the TLS of the proxy', () => {
  it('has version 1.2 or 1.3', async () => {
    expect(await shakeHands(only('TLSv1.1'))).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    expect(await shakeHands(only('TLSv1.2'))).toMatch(/^TLSv1\.2 ECDHE-ECDSA-/);
    expect(await shakeHands(only('TLSv1.3'))).toMatch(/^TLSv1\.3 TLS_/);
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
      expect(await shakeHands({ ...only('TLSv1.2'), ciphers })).toBe(`TLSv1.2 ${ciphers}`);
    },
  );

  it('negotiates HTTP/2', async () => {
    const { httpsPort: port, authority: ca } = proxy;
    const ALPNProtocols = ['h2', 'http/1.1'];
    const socket = connect({ host: '127.0.0.1', port, servername: SITE, ca, ALPNProtocols });
    await once(socket, 'secureConnect');
    socket.destroy();
    expect(socket.alpnProtocol).toBe('h2');
  });

  it('has no certificate for another name', async () => {
    expect(await shakeHands({ servername: 'other.example' })).toMatch(/UNRECOGNIZED_NAME/);
  });
});

describe('http', () => {
  it.each(['GET', 'HEAD'])('redirects %s of a page to https', async (method) => {
    const { status, headers } = await proxy.ask('http', '/home?a=1', { method });
    expect([status, headers.location]).toEqual([308, `${origin}/home?a=1`]);
    expect(headers.server).toBeUndefined();
  });

  it.each([
    ['POST', '/home'],
    ['POST', '/api/auth/sign-in/email'],
    ['GET', '/api/auth/get-session'],
    ['GET', '/orders/asha@example.com'],
    ['GET', '/%6frders/asha@example.com'],
    ['GET', '//orders/asha@example.com'],
    ['POST', '/payments/webhook'],
    ['GET', '/uploads/a.webp'],
    ...apiPrefixes.map((prefix): [string, string] => ['GET', `/${prefix}`]),
  ])('refuses %s %s without forwarding it to the shop', async (method, path) => {
    const before = requests().length;
    const body = method === 'POST' ? '{}' : '';
    const { status, headers, text } = await proxy.ask('http', path, {
      method,
      headers: json,
      body,
    });
    expect([status, headers.location, headers.server]).toEqual([403, undefined, undefined]);
    expect(text).toBe(
      'The shop speaks https only: use https://shop.example. Nothing was read or saved.',
    );
    expect(requests()).toHaveLength(before);
  });
});

describe('https', () => {
  it('serves pages and API routes as the shop does, without a Server header', async () => {
    const page = await proxy.ask('https', '/home');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('live home')]);
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=63072000/);
    expect(page.headers.server).toBeUndefined();
    const response = await proxy.ask('https', '/orders/asha@example.com');
    expect([response.status, response.headers.server]).toEqual([401, undefined]);
  });

  it('passes the address of the caller to the shop, whatever headers the caller sends', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    await proxy.ask('https', '/api/auth/get-session', { from: '127.0.0.2', headers: forged });
    await proxy.ask('https', '/api/auth/get-session', { from: '127.0.0.3' });
    const pseudonym = createPseudonym(SESSION_SECRET);
    const named = requests().slice(-2);
    expect(named.map(({ from }) => from)).toEqual(['127.0.0.2', '127.0.0.3'].map(pseudonym));
  });

  it('refuses a request for another host than that of the connection', async () => {
    const { status } = await proxy.ask('https', '/home', { headers: { host: 'other.example' } });
    expect(status).toBe(421);
  });

  it('forwards a review of the largest size that the shop accepts', async () => {
    const place = { database: settings.database, origin };
    const { name, value } = await withAccounts(place, async (auth) =>
      insertSession(auth, await insertAccount(auth, { email: 'kavya@example.com' })),
    );
    const form = new FormData();
    const fields = { productId: '1', rating: '5', title: 'Lovely', comment: 'It came in time.' };
    for (const [key, text] of Object.entries(fields)) form.set(key, text);
    form.set('name', 'Kavya');
    form.set('email', 'kavya@example.com');
    // Bytes after the end of a JPEG are ignored.
    const picture = Buffer.concat([
      await photo({ width: 64, height: 48 }),
      Buffer.alloc(LARGEST_PICTURE),
    ]);
    for (let count = 0; count < MOST_PICTURES; count += 1) {
      const file = new Uint8Array(picture.subarray(0, LARGEST_PICTURE));
      form.append('images', new File([file], 'garland.jpg'));
    }
    const sent = new Response(form);
    const { status, text } = await proxy.ask('https', '/reviews', {
      method: 'POST',
      headers: {
        origin,
        cookie: `${name}=${value}`,
        'content-type': sent.headers.get('content-type') ?? '',
      },
      body: Buffer.from(await sent.arrayBuffer()),
    });
    expect(status).toBe(201);
    expect(JSON.parse(text).images).toHaveLength(MOST_PICTURES);
  });

  it('logs nothing about a caller in the proxy', async () => {
    await proxy.ask('https', '/orders/asha@example.com?token=hunter2', { from: '127.0.0.2' });
    await proxy.ask('https', '/asha@example.com', { headers: { host: 'other.example' } });
    await shop.stop();
    await expect.poll(() => proxy.log()).toContain('is DOWN');
    await restart();
    expect(proxy.log()).not.toMatch(/asha|hunter2|127\.0\.0\.2|203\.0\.113\.9/);
  });

  it('keeps reads and writes waiting while the shop is restarted', async () => {
    await shop.stop();
    const read = proxy.ask('https', '/api/auth/get-session');
    const signIn = (body: object) =>
      proxy.ask('https', '/api/auth/sign-in/email', {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
      });
    // Each is answered by its own body.
    const writes = [signIn({ email: 'nobody@example.com', password: 'wrong' }), signIn({})];
    await restart();
    const responses = await Promise.all([read, ...writes]);
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 400]);
  });
});

describe('the desk', () => {
  const atDesk = (path: string, more: ProxyRequest = {}) =>
    proxy.ask('https', path, { site: DESK, ...more });
  const wrong = 'email=meena%40example.com&password=wrong';
  const form = {
    origin: `https://${DESK}`,
    'content-type': 'application/x-www-form-urlencoded',
  };

  it('is reached under its own name, and the shop under its own', async () => {
    const first = await atDesk('/', { from: '127.0.0.4' });
    expect([first.status, first.headers.location]).toEqual([303, '/sign-in?next=%2F']);
    expect(first.headers['strict-transport-security']).toMatch(/^max-age=63072000/);
    expect(first.headers.server).toBeUndefined();
    expect(requests().at(-1).from).toBe(createPseudonym(SESSION_SECRET)('127.0.0.4'));
    expect((await proxy.ask('https', '/sign-in')).status).toBe(404);
    expect((await atDesk('/home')).headers.location).toBe('/sign-in?next=%2Fhome');
  });

  it('is not reached over a connection to the shop, nor the shop over one to it', async () => {
    const toDesk = await proxy.ask('https', '/sign-in', { headers: { host: DESK } });
    const toShop = await atDesk('/home', { headers: { host: SITE } });
    expect([toDesk.status, toShop.status]).toEqual([421, 421]);
  });

  it('takes its forms, and waits with them while the shop is restarted', async () => {
    await shop.stop();
    const sent = atDesk('/sign-in', { method: 'POST', headers: form, body: wrong });
    await restart();
    const { status, text } = await sent;
    expect([status, text]).toEqual([400, expect.stringContaining('do not fit')]);
  });

  it('speaks https only: a link that signs in is not read over http', async () => {
    const first = await proxy.ask('http', '/', { site: DESK });
    expect([first.status, first.headers.location]).toEqual([308, `https://${DESK}/`]);
    for (const [method, path] of [
      ['GET', '/invite/a-link'],
      ['GET', '/sign-in'],
      ['POST', '/'],
    ] as const) {
      const { status, headers, text } = await proxy.ask('http', path, { method, site: DESK });
      expect([status, headers.location]).toEqual([403, undefined]);
      expect(text).toBe(
        'The desk speaks https only: use https://desk.shop.example. Nothing was read or saved.',
      );
    }
  });
});
