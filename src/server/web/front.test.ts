import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { liveProvider } from '#support/payments/live-provider.ts';
import { serve } from '#support/server/ask.ts';
import type { Ask } from '#support/server/ask.ts';
import { html, icon, script, writeSmallSite } from '#support/server/small-site.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { createLog } from '../platform/log.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import { countResponses, createFront } from './front.ts';
import { loadSite, namePayment } from './pages.ts';

const origin = 'https://maalai.example';
const now = new Date('2026-11-14T10:00:00Z');

/** Serves a small site, with `more` pages, until the test ends. `named` are the payments that the page of payments names. */
async function serveSite({
  secure = false,
  config = liveProvider,
  more = {},
  previous = undefined as string | undefined,
  named = undefined as PaymentConfig | undefined,
  log = createLog('silent'),
  api = new Hono<ServerEnv>().all('*', (c) => c.text(`API ${c.req.method} ${c.req.path}`)),
} = {}) {
  const site = loadSite(writeSmallSite(more), config, { origin, secure, now, previous });
  if (named) await namePayment(site, named);
  return serve(createFront({ site, api, log, secure, clock: () => now }));
}

/** Sends one request to a small site of http. */
const request: Ask = async (...sent) => (await serveSite())(...sent);

describe('a page', () => {
  it.each([
    ['/home', 'home'],
    ['/HOME', 'home'],
    ['/home/', 'home'],
    ['/home?from=mail', 'home'],
    ['/%68ome', 'home'],
    ['/contactus', 'contact'],
    ['/ContactUs', 'contact'],
  ])('is found at %s', async (path, name) => {
    const { status, text, headers } = await request(path);
    expect([status, text]).toEqual([200, html(`live ${name}`)]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      // Tells the page's scripts the time.
      'server-timing': `now;dur=${now.getTime()}`,
      ...(name === 'home' && { link: '</assets/font.woff2>; rel=preload; as=font; crossorigin' }),
    });
  });

  it('shows in a demo shop that it is one [running-12]', async () => {
    const send = await serveSite({ config: { ...liveProvider, demo: true } });
    expect((await send('/home')).text).toBe(html('demo home'));
  });

  it('that pays names the provider, whatever its address contains', async () => {
    const document = '<!doctype html><html lang="en" data-demo><p>pay</p>';
    const named = { ...liveProvider, scriptUrl: 'https://pay.example/"$&' };
    const send = await serveSite({ more: { '/deliveryform': document }, named });
    const { body, headers } = await send('/deliveryform', { headers: { 'Accept-Encoding': 'br' } });
    expect(brotliDecompressSync(body).toString()).toBe(
      '<!doctype html><html data-payment-key="rzp_live_1" data-payment-script="https://pay.example/&quot;$&amp;" lang="en" data-demo><p>pay</p>',
    );
    expect(headers['content-security-policy']).toContain('https://checkout.razorpay.com');
  });

  it('is compressed if the browser accepts it, with the right length', async () => {
    const brotli = await request('/home', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(html('live home'));
    const gzip = await request('/home', { headers: { 'Accept-Encoding': 'gzip, br;q=0' } });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(html('live home'));
    expect(Number(gzip.headers['content-length'])).toBe(gzip.body.length);
    expect(gzip.headers.etag).not.toBe(brotli.headers.etag);
  });

  it('responds to HEAD like to GET, without the body', async () => {
    const get = await request('/home');
    const head = await request('/home', { method: 'HEAD' });
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });

  it('is not sent again to a browser that has it', async () => {
    const get = (tag = '') =>
      request('/home', { headers: { 'Accept-Encoding': 'br', 'If-None-Match': tag } });
    const { etag } = (await get()).headers;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, body, headers } = await get(tag);
      expect([status, body.length]).toEqual([304, 0]);
      expect(headers).toMatchObject({ etag, vary: 'Accept-Encoding' });
      expect(headers['content-security-policy']).toBeDefined();
    }
    expect((await get('"older"')).status).toBe(200);
  });
});

describe('the policy of a page', () => {
  const splitPolicy = (text: unknown) => String(text).split('; ');

  it.each([
    ['/home', 'home'],
    ['/contactus', 'contact'],
    ['/nowhere', 'not-found'],
  ])('allows only the shop’s own files and what the build hashed at %s', async (path, name) => {
    const { headers } = await request(path);
    expect(splitPolicy(headers['content-security-policy'])).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-script-${name}'`,
      `style-src 'self' 'sha256-style-${name}'`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('payment=()'),
    });
    const never = ['strict-transport-security', 'x-powered-by', 'access-control-allow-origin'];
    for (const other of [...never, 'set-cookie']) expect(headers[other]).toBeUndefined();
  });

  it('allows the payment window and inline styles on /deliveryform only, and no other scripts', async () => {
    const send = await serveSite({ secure: true });
    const { headers } = await send('/DeliveryForm/');
    expect(splitPolicy(headers['content-security-policy'])).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-script-deliveryform' https://checkout.razorpay.com https://cdn.razorpay.com",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob: https://checkout.razorpay.com https://cdn.razorpay.com",
      "font-src 'self'",
      "connect-src 'self' https://api.razorpay.com https://checkout.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com",
      "manifest-src 'self'",
      'frame-src https://api.razorpay.com https://checkout.razorpay.com upi: tez: gpay: phonepe: paytmmp: credpay: bhim:',
      "form-action 'self' https://api.razorpay.com",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining(
        'payment=(self "https://api.razorpay.com" "https://checkout.razorpay.com")',
      ),
    });
    const others = (await send('/home')).headers['content-security-policy'];
    expect(others).not.toMatch(/unsafe|razorpay|frame-src/);
  });
});

describe('an asset', () => {
  it('is cached for a year if its name has a hash', async () => {
    const { body, headers } = await request('/assets/app-1.js', {
      headers: { 'Accept-Encoding': 'br' },
    });
    expect(brotliDecompressSync(body).toString()).toBe(script);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
  });

  it('is revalidated if its name has none', async () => {
    const { body, headers } = await request('/favicon.ico', {
      headers: { 'Accept-Encoding': 'br' },
    });
    expect(body).toEqual(icon);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(headers.vary).toBeUndefined();
    const tag = { 'If-None-Match': headers.etag ?? '' };
    expect((await request('/favicon.ico', { headers: tag })).status).toBe(304);
  });

  it('cannot load or run anything or be framed as a document', async () => {
    const send = await serveSite({ secure: true });
    for (const path of ['/assets/app-1.js', '/favicon.ico', '/picture-1.webp', '/robots.txt']) {
      expect((await send(path)).headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      });
    }
  });
});

const PROBLEM = 'application/problem+json';
const PAGE = 'text/html; charset=utf-8';

describe('every response', () => {
  it.each([
    ['GET', '/?utm=x', 308, undefined],
    ['DELETE', '/', 405, PROBLEM],
    ['TRACE', '/home', 405, PROBLEM],
    ['POST', '/home', 405, PROBLEM],
    ['GET', '/nowhere', 404, PAGE],
    ['GET', '/home/x', 404, PAGE],
    ['GET', '/%2568ome', 404, PAGE],
    ['GET', '//home', 404, PAGE],
    ['GET', '/../home', 404, PAGE],
    ['GET', '/assets/', 404, PAGE],
    ['GET', '/index.html', 404, PAGE],
    ['GET', '/assets/APP-1.js', 404, PROBLEM],
    ['GET', '/pages.json', 404, PROBLEM],
    ['GET', '/paymentsx', 404, PAGE],
    ['POST', '/nowhere', 404, PROBLEM],
    ['GET', '/bad%', 400, PROBLEM],
    ['GET', '/%ff', 400, PROBLEM],
  ] as const)('to %s %s is %i', async (method, path, expected, type) => {
    const send = await serveSite({ secure: true });
    const { status, headers, text } = await send(path, {
      method,
      headers: { 'If-None-Match': '*' },
    });
    expect([status, headers['content-type']]).toEqual([expected, type]);
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(text === html('live not-found')).toBe(type === PAGE);
    expect(headers.allow).toBe(expected === 405 ? 'GET, HEAD' : undefined);
  });

  it('to / is a redirect to /home, which keeps the query [route-1]', async () => {
    expect((await request('/')).headers.location).toBe('/home');
    const query = '?utm_source=mail&to=%2F%2Felsewhere?"';
    expect((await request(`/${query}`)).headers.location).toBe(`/home${query}`);
  });

  it('whose # a gateway of e-mail has encoded opens the page that it was for', async () => {
    for (const sign of ['%23', '%23token=a%20b%23']) {
      const { status, headers } = await request(`/ContactUs${sign}`);
      expect([status, headers.location]).toEqual([302, `/ContactUs${sign.replace('%23', '#')}`]);
    }
    // Encoded by two of them, and with what one has added.
    for (const [path, location] of [
      ['/ContactUs%2523token', '/ContactUs#token'],
      ['/ContactUs%23token?utm_source=x&to=%23?$&', '/ContactUs?utm_source=x&to=%23?$&#token'],
    ]) {
      expect((await request(path!)).headers.location).toBe(location);
    }
    expect((await request('/%23token')).status).toBe(404);
    expect((await request('/no-such-page%23token')).status).toBe(404);
  });

  it('of programs are a way to a new password, or a short problem', async () => {
    const { status, headers } = await request('/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, '/account']);
    for (const path of ['/.well-known/assetlinks.json', '/.well-known/none', '/old/logo.PNG']) {
      const { status: missing, text } = await request(path);
      expect([missing, JSON.parse(text)]).toMatchObject([404, { status: 404 }]);
    }
  });

  it.each(['/api/auth/get-session', '/orders/a%40b.example', '//payments/orders', '/healthz/'])(
    'comes from the API routes at %s',
    async (path) => {
      const { status, text } = await request(path, { method: 'POST' });
      expect([status, text.slice(0, 9)]).toEqual([200, 'API POST ']);
    },
  );

  it('refuses an invalid host', async () => {
    const { status, headers } = await request('/healthz', { headers: { Host: 'two words' } });
    expect(status).toBe(400);
    expect(headers).toMatchObject({ 'content-type': PROBLEM, 'cache-control': 'no-store' });
  });

  it('does not reveal an error outside of all routes, which is logged', async () => {
    const lines: { level: string; err: { message: string } }[] = [];
    const api = new Hono<ServerEnv>();
    api.fetch = () => {
      throw new Error('no such luck');
    };
    const log = createLog('info', (line) => lines.push(JSON.parse(line)));
    const { status, text } = await (await serveSite({ api, log }))('/orders/x');
    expect(status).toBe(500);
    expect(text).not.toContain('luck');
    expect(lines).toMatchObject([{ level: 'error', err: { message: 'no such luck' } }]);
  });
});

it('serves the immutable files of the build before too, but none instead of its own', async () => {
  const previous = writeSmallSite();
  const list = join(previous, 'assets.json');
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll('app-1', 'app-0'));
  for (const end of ['', '.br', '.gz']) {
    renameSync(join(previous, `assets/app-1.js${end}`), join(previous, `assets/app-0.js${end}`));
  }
  for (const file of ['favicon.ico', 'picture-1.webp']) writeFileSync(join(previous, file), 'old');
  const send = await serveSite({ previous });
  for (const [path, cached] of [
    ['/assets/app-0.js', script],
    ['/assets/app-1.js', script],
    ['/picture-1.webp', icon.toString()],
    ['/favicon.ico', icon.toString()],
  ]) {
    expect(await send(path!)).toMatchObject({ status: 200, text: cached });
  }
  expect((await send('/assets/app-0.js')).headers['cache-control']).toContain('immutable');
});

it('reports a missing build with a hint', () => {
  expect(() => loadSite('/nonexistent', liveProvider, { origin, secure: false, now })).toThrow(
    'run npm start',
  );
});

it('logs the number of pages by status once a minute, and at the end', async () => {
  const lines: unknown[] = [];
  const log = createLog('info', (line) => lines.push(JSON.parse(line).responses));
  let minute = () => {};
  let closed = 0;
  const { listener, countMalformed, stop } = countResponses(
    ({ url }, response) => {
      response.once('close', () => (closed += 1));
      if (url === '/api') response.setHeader('X-Request-Id', '1');
      if (url === '/broken') return void response.destroy();
      response.writeHead(url === '/missing' ? 404 : 200).end('page');
    },
    log,
    (milliseconds, run) => {
      expect(milliseconds).toBe(60_000);
      minute = run;
      return () => undefined;
    },
  );
  const send = await serve(listener);
  for (const path of ['/home', '/home', '/missing', '/api']) await send(path);
  await expect(send('/broken')).rejects.toThrow('socket hang up');
  countMalformed(400);
  // A response is counted once its connection is done with it, which may be after it has arrived.
  await expect.poll(() => closed).toBe(5);
  minute();
  minute();
  await send('/home');
  await expect.poll(() => closed).toBe(6);
  await stop();
  const first = { 200: 2, 404: 1, 'broken off': 1, 'malformed, 400': 1 };
  expect(lines).toEqual([first, { 200: 1 }]);
});
