import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { liveProvider } from '#support/payments/live-provider.ts';
import { serve } from '#support/server/ask.ts';
import { html, icon, script, writeSmallSite } from '#support/server/small-site.ts';
import { createLog } from '../platform/log.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { createFront } from './front.ts';
import { loadSite } from './pages.ts';

const payment: PaymentConfig = {
  keyId: 'key',
  keySecret: 'secret',
  webhookSecrets: ['webhook'],
  apiUrl: 'https://api.pay.example',
  scriptUrl: 'https://checkout.pay.example/v1/checkout.js',
  scriptOrigins: ['https://checkout.pay.example'],
  frameOrigins: ['https://api.pay.example', 'upi:'],
  connectOrigins: ['https://api.pay.example'],
  demo: false,
};

const origin = 'https://maalai.example';

function serveSite({
  secure = false,
  demo = false,
  config = payment,
  directory = writeSmallSite(),
} = {}) {
  const calls = new Hono<ServerEnv>();
  calls.all('*', (c) => c.text(`call ${c.req.method} ${c.req.path}`));
  const site = loadSite(directory, { ...config, demo }, { origin, secure });
  return serve(createFront({ site, calls, log: createLog('silent'), secure }));
}

it('logs an error outside of all routes, and does not reveal it', async () => {
  const lines: { level: string; err: { message: string } }[] = [];
  const log = createLog('info', (line) => lines.push(JSON.parse(line)));
  const site = loadSite(writeSmallSite(), payment, { origin, secure: false });
  const calls = new Hono<ServerEnv>();
  calls.fetch = () => {
    throw new Error('no such luck');
  };
  const ask = await serve(createFront({ site, calls, log, secure: false }));
  const response = await ask('/orders/x');
  expect(response.status).toBe(500);
  expect(response.text).not.toContain('luck');
  expect(lines).toMatchObject([{ level: 'error', err: { message: 'no such luck' } }]);
});

describe('a page', () => {
  it.each(['/home', '/HOME', '/home/', '/home?from=mail', '/%68ome'])(
    'is found at %s',
    async (path) => {
      const ask = await serveSite();
      const response = await ask(path);
      expect(response.status).toBe(200);
      expect(response.text).toBe(html('live home'));
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
        link: '</assets/font.woff2>; rel=preload; as=font; crossorigin',
      });
    },
  );

  it('is found in any case if its own name has capitals', async () => {
    const ask = await serveSite();
    expect((await ask('/contactus')).text).toBe(html('live contact'));
    expect((await ask('/ContactUs')).text).toBe(html('live contact'));
  });

  it('shows in a demo shop that it is one', covers('running-12'), async () => {
    const ask = await serveSite({ demo: true });
    expect((await ask('/home')).text).toBe(html('demo home'));
  });

  it('is compressed if the browser accepts it, with the right length', async () => {
    const ask = await serveSite();
    const brotli = await ask('/home', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(html('live home'));
    const gzip = await ask('/home', { headers: { 'Accept-Encoding': 'gzip, br;q=0' } });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(html('live home'));
    expect(Number(gzip.headers['content-length'])).toBe(gzip.body.length);
    expect(gzip.headers.etag).not.toBe(brotli.headers.etag);
  });

  it('responds to HEAD like to GET, without the body', async () => {
    const ask = await serveSite();
    const get = await ask('/home');
    const head = await ask('/home', { method: 'HEAD' });
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });

  it('is not sent again to a browser that has it', async () => {
    const ask = await serveSite();
    const { headers } = await ask('/home', { headers: { 'Accept-Encoding': 'br' } });
    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await ask('/home', {
        headers: { 'Accept-Encoding': 'br', 'If-None-Match': tag ?? '' },
      });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers.etag).toBe(headers.etag);
      expect(again.headers.vary).toBe('Accept-Encoding');
      expect(again.headers['content-security-policy']).toBeDefined();
    }
    const changed = await ask('/home', { headers: { 'If-None-Match': '"older"' } });
    expect(changed.status).toBe(200);
  });

  it('can only be read', async () => {
    const ask = await serveSite();
    const response = await ask('/home', { method: 'POST', body: 'name=Asha' });
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
    expect(response.headers['content-type']).toBe('application/problem+json');
  });
});

describe('the policy of a page', () => {
  it('allows only the shop’s own files and what the build hashed', async () => {
    const ask = await serveSite();
    const { headers } = await ask('/home');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'sha256-script-home'; " +
        "style-src 'self' 'sha256-style-home'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('payment=()'),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('allows the payment window on /deliveryform only', async () => {
    const ask = await serveSite();
    const { headers } = await ask('/DeliveryForm/');
    const policy = headers['content-security-policy'];
    expect(policy).toContain(
      "script-src 'self' 'sha256-script-deliveryform' https://checkout.pay.example;",
    );
    expect(policy).toContain('frame-src https://api.pay.example upi:;');
    expect(policy).toContain("connect-src 'self' https://api.pay.example;");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['permissions-policy']).toContain('payment=(self "https://api.pay.example")');
    const { headers: others } = await ask('/contactus');
    expect(others['content-security-policy']).not.toMatch(/pay\.example|frame-src/);
  });

  it('on /deliveryform with live keys names the hosts of the provider and allows inline styles, no scripts', async () => {
    const ask = await serveSite({ config: liveProvider });
    const { headers } = await ask('/deliveryform');
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-script-deliveryform' https://checkout.razorpay.com https://cdn.razorpay.com",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob: https://checkout.razorpay.com https://cdn.razorpay.com",
      "font-src 'self'",
      "connect-src 'self' https://api.razorpay.com https://checkout.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com",
      "manifest-src 'self'",
      'frame-src https://api.razorpay.com https://checkout.razorpay.com upi: tez: gpay: phonepe: paytmmp: credpay: bhim:',
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    for (const path of ['/home', '/contactus', '/nowhere']) {
      expect((await ask(path)).headers['content-security-policy']).not.toContain('unsafe');
    }
  });

  it('comes with Strict-Transport-Security if the public address is https', async () => {
    const ask = await serveSite({ secure: true });
    for (const path of ['/home', '/', '/assets/app-1.js', '/nowhere', '/bad%']) {
      const { headers } = await ask(path);
      expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    }
  });
});

describe('an asset', () => {
  it('is cached for a year if its name has a hash', async () => {
    const ask = await serveSite();
    const response = await ask('/assets/app-1.js', { headers: { 'Accept-Encoding': 'br' } });
    expect(brotliDecompressSync(response.body).toString()).toBe(script);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is revalidated if its name has none', async () => {
    const ask = await serveSite();
    const response = await ask('/favicon.ico', { headers: { 'Accept-Encoding': 'br, gzip' } });
    expect(response.body).toEqual(icon);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(response.headers.vary).toBeUndefined();
    const tag = { 'If-None-Match': response.headers.etag ?? '' };
    expect((await ask('/favicon.ico', { headers: tag })).status).toBe(304);
  });

  it('is read from its file if it is a picture, and 404 once the file is gone', async () => {
    const directory = writeSmallSite();
    const ask = await serveSite({ directory });
    const { status, body, headers } = await ask('/picture-1.webp');
    expect([status, body]).toEqual([200, icon]);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(icon.length),
      'content-type': 'image/webp',
    });
    const head = await ask('/picture-1.webp', { method: 'HEAD' });
    expect(head.headers['content-length']).toBe(String(icon.length));
    const tag = { 'If-None-Match': headers.etag ?? '' };
    expect((await ask('/picture-1.webp', { headers: tag })).status).toBe(304);

    rmSync(join(directory, 'picture-1.webp'));
    const gone = await ask('/picture-1.webp');
    expect(gone.status).toBe(404);
    expect(gone.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(gone.headers.etag).toBeUndefined();
  });

  it.each(['/assets/app-1.js', '/favicon.ico', '/picture-1.webp', '/robots.txt', '/sitemap.xml'])(
    'cannot load or run anything or be framed as a document: %s',
    async (path) => {
      const ask = await serveSite({ secure: true });
      const { headers } = await ask(path);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
      });
    },
  );

  it('is found by its exact name only', async () => {
    const ask = await serveSite();
    expect((await ask('/assets/APP-1.js')).status).toBe(404);
  });
});

describe('everything else', () => {
  it('is redirected from / to /home', covers('route-1'), async () => {
    const ask = await serveSite();
    const response = await ask('/?utm=x');
    expect(response.status).toBe(308);
    expect(response.headers.location).toBe('/home');
    expect((await ask('/', { method: 'DELETE' })).status).toBe(405);
  });

  it.each(['/nowhere', '/home/x', '//home', '/../home', '/assets/', '/pages.json', '/paymentsx'])(
    'is the 404 page at %s',
    async (path) => {
      const ask = await serveSite();
      const response = await ask(path, { headers: { 'If-None-Match': '*' } });
      expect(response.status).toBe(404);
      expect(response.text).toBe(html('live not-found'));
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  it.each(['/bad%', '/%ff', '*', 'http://elsewhere/home'])('is refused at %s', async (path) => {
    const ask = await serveSite();
    const response = await ask(path);
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json');
  });

  it.each(['/api/auth/get-session', '/orders/a%40b.example', '/payments/orders', '/healthz'])(
    'is handled by the API routes at %s',
    async (path) => {
      const ask = await serveSite();
      const response = await ask(path, { method: 'POST' });
      expect(response.status).toBe(200);
      expect(response.text).toMatch(/^call POST /);
    },
  );

  it('is refused with an invalid host', async () => {
    const ask = await serveSite();
    const response = await ask('/healthz', { headers: { Host: 'two words' } });
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('is refused in JSON for other methods at unknown paths', async () => {
    const ask = await serveSite();
    const response = await ask('/nowhere', { method: 'POST' });
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json');
  });
});

describe('search engines', () => {
  it('get a sitemap of the public pages with absolute addresses', covers('found-2'), async () => {
    const ask = await serveSite();
    const { text, headers } = await ask('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect([...text.matchAll(/<loc>(.+)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://maalai.example/home',
      'https://maalai.example/ContactUs',
    ]);
  });

  it('get a robots.txt with the sitemap and the private pages', async () => {
    const ask = await serveSite();
    const { text, headers } = await ask('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toBe(
      'User-agent: *\nDisallow: /deliveryform\nAllow: /\n\n' +
        'Sitemap: https://maalai.example/sitemap.xml\n',
    );
  });
});

describe('a missing build', () => {
  it('is reported with a hint', () => {
    expect(() => loadSite('/nonexistent', payment, { origin, secure: false })).toThrow(
      'run npm start',
    );
  });
});
