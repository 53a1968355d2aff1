import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { serve } from '#support/server/ask.ts';
import { forwardTestPayments } from './forward.ts';

/** Serves a provider that responds like `listener`, and the shop in front of it. */
async function serveBehind(listener: RequestListener, secure = false) {
  const provider = await serve(listener);
  return serveFront(provider.port, secure);
}

function serveFront(providerPort: number, secure = false) {
  const address = `http://127.0.0.1:${providerPort}`;
  return serve((request, response) => {
    void forwardTestPayments(request, response, { address, secure });
  });
}

it(
  'forwards the response with the policy of the window, and without cookies',
  covers('running-16'),
  async () => {
    const ask = await serveBehind((_request, response) => {
      response.writeHead(201, {
        'Content-Type': 'text/html',
        'Content-Security-Policy': "frame-ancestors 'self'",
        'Cache-Control': 'no-store',
        'Set-Cookie': 'tracking=1',
        'X-Powered-By': 'something',
      });
      response.end('<p>window</p>');
    });
    const response = await ask('/test-payments/window?order_id=1');
    expect(response.status).toBe(201);
    expect(response.text).toBe('<p>window</p>');
    expect(response.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': "frame-ancestors 'self'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['x-powered-by']).toBeUndefined();
  },
);

it('forwards only what the window needs, written anew', async () => {
  const seen: IncomingMessage[] = [];
  const ask = await serveBehind((request, response) => {
    seen.push(request);
    request.pipe(response);
  });
  const response = await ask('/test-payments/window/pay?again=1', {
    method: 'POST',
    body: '{"pay":1}',
    headers: {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'Transfer-Encoding': 'chunked',
      Cookie: 'maalai.session_token=secret',
      Authorization: 'Basic c2VjcmV0',
      'X-Forwarded-For': '192.0.2.1',
    },
  });
  expect(response.text).toBe('{"pay":1}');
  expect(seen[0]?.url).toBe('/test-payments/window/pay');
  expect(seen[0]?.method).toBe('POST');
  expect(seen[0]?.headers).toEqual({
    'content-type': 'application/json',
    'content-length': '9',
    'sec-fetch-site': 'same-origin',
    host: expect.any(String),
    connection: 'close',
  });
  await ask('/test-payments/window?name=R%26D?&order_id=1&order_id=2&other=%0d%0a');
  expect(seen[1]?.url).toBe('/test-payments/window?order_id=1&name=R%26D%3F');
});

it('refuses other paths and methods', async () => {
  const seen: unknown[] = [];
  const ask = await serveBehind((request, response) => {
    seen.push(request.url);
    response.end();
  });
  const paths = [
    '/test-payments/',
    '/test-payments/control/ledger',
    '/test-payments/../control/ledger',
    '/test-payments/%2e%2e/v1/orders',
    '/test-payments/window/',
    '/%74est-payments/window',
  ];
  const statuses = await Promise.all(paths.map(async (path) => [path, (await ask(path)).status]));
  expect(statuses).toEqual(paths.map((path) => [path, 404]));
  const refusals = [
    ['GET', '/test-payments/window/pay', 'POST'],
    ['POST', '/test-payments/window', 'GET, HEAD'],
    ['DELETE', '/test-payments/checkout.js', 'GET, HEAD'],
  ] as const;
  for (const [method, path, allow] of refusals) {
    const { status, headers } = await ask(path, { method });
    expect([method, path, status, headers.allow]).toEqual([method, path, 405, allow]);
  }
  expect(seen).toEqual([]);
});

it('sends Strict-Transport-Security if the public address is https', async () => {
  const ask = await serveBehind((_request, response) => {
    response.writeHead(200, { 'Referrer-Policy': 'same-origin' }).end();
  }, true);
  const { headers } = await ask('/test-payments/window');
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  expect(headers['referrer-policy']).toBe('same-origin');
  const refused = await ask('/test-payments/control/ledger');
  expect(refused.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
});

it('sends a strict policy with a response that has no policy of its own', async () => {
  const ask = await serveBehind((_request, response) => response.end('{}'));
  const { headers } = await ask('/test-payments/checkout.js');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'self'");
});

it.each([
  ['with a Content-Length', { 'Content-Length': '70000' }],
  ['in chunks', { 'Transfer-Encoding': 'chunked' }],
])('refuses a large body %s without forwarding it', async (_, headers) => {
  const seen: unknown[] = [];
  const ask = await serveBehind((request, response) => {
    seen.push(request.url);
    response.end('taken');
  });
  const body = 'x'.repeat(70_000);
  const response = await ask('/test-payments/window/pay', { method: 'POST', body, headers });
  expect(response.status).toBe(413);
  expect(seen).toEqual([]);
});

it('does not forward a request that breaks off', async () => {
  const seen: unknown[] = [];
  const ask = await serveBehind((request, response) => {
    seen.push(request.url);
    response.end('taken');
  });
  const received = await sendRaw(
    ask.port,
    'POST /test-payments/window/pay HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n{"pa',
  );
  expect(received).not.toContain('200');
  expect(seen).toEqual([]);
});

it('returns 503 when the provider is not running', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as { port: number };
  await new Promise((resolve) => gone.close(resolve));
  const ask = await serveFront(port);
  const response = await ask('/test-payments/window');
  expect(response.status).toBe(503);
  expect(response.headers['retry-after']).toBe('1');
  expect(response.headers['content-type']).toBe('application/problem+json');
});

/** Sends bytes over a new socket; resolves to all that is received until the other side closes. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.end(bytes);
  });
}

describe('a request hidden in the body of another', () => {
  const hidden = 'GET /control/ledger HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;

  it.each([
    ['a GET in chunks', 'GET', 'Transfer-Encoding: chunked', chunked],
    ['a GET with a length', 'GET', `Content-Length: ${hidden.length}`, hidden],
    ['a HEAD in chunks', 'HEAD', 'Transfer-Encoding: chunked', chunked],
  ])('is not forwarded: %s', async (_, method, framing, body) => {
    const seen: string[] = [];
    const ask = await serveBehind((request, response) => {
      seen.push(String(request.url));
      response.end(`response to ${request.url}`);
    });
    await sendRaw(
      ask.port,
      `${method} /test-payments/window HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${framing}\r\n\r\n${body}`,
    );
    const next = await ask('/test-payments/checkout.js');
    expect(next.text).toBe('response to /test-payments/checkout.js');
    expect(seen).toEqual(['/test-payments/window', '/test-payments/checkout.js']);
  });
});
