import { covers } from '#support/covers.ts';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { serve } from '#support/server/ask.ts';
import { forwardTestPayments } from './forward.ts';

/** A provider that answers like `listener`, and the shop in front of it. */
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
  'hands on the answer with the policy of the window, and no cookie',
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
    const answer = await ask('/test-payments/window?order_id=1');
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('<p>window</p>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': "frame-ancestors 'self'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
  },
);

it('hands on what the window needs, in the shop’s own words', async () => {
  const seen: IncomingMessage[] = [];
  const ask = await serveBehind((request, response) => {
    seen.push(request);
    request.pipe(response);
  });
  const answer = await ask('/test-payments/window/pay?again=1', {
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
  expect(answer.text).toBe('{"pay":1}');
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

it('forwards nothing else', async () => {
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

it('asks for https for good where the public address is https', async () => {
  const ask = await serveBehind((_request, response) => {
    response.writeHead(200, { 'Referrer-Policy': 'same-origin' }).end();
  }, true);
  const { headers } = await ask('/test-payments/window');
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  expect(headers['referrer-policy']).toBe('same-origin');
  const refused = await ask('/test-payments/control/ledger');
  expect(refused.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
});

it('lets nothing load or frame what has no policy of its own', async () => {
  const ask = await serveBehind((_request, response) => response.end('{}'));
  const { headers } = await ask('/test-payments/checkout.js');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'self'");
});

it.each([
  ['that says so', { 'Content-Length': '70000' }],
  ['in chunks', { 'Transfer-Encoding': 'chunked' }],
])('refuses a large body %s, and asks nobody', async (_, headers) => {
  const seen: unknown[] = [];
  const ask = await serveBehind((request, response) => {
    seen.push(request.url);
    response.end('taken');
  });
  const body = 'x'.repeat(70_000);
  const answer = await ask('/test-payments/window/pay', { method: 'POST', body, headers });
  expect(answer.status).toBe(413);
  expect(seen).toEqual([]);
});

it('forgets a call that breaks off', async () => {
  const seen: unknown[] = [];
  const ask = await serveBehind((request, response) => {
    seen.push(request.url);
    response.end('taken');
  });
  const heard = await speak(
    ask.port,
    'POST /test-payments/window/pay HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n{"pa',
  );
  expect(heard).not.toContain('200');
  expect(seen).toEqual([]);
});

it('says so when the provider is not there', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as { port: number };
  await new Promise((resolve) => gone.close(resolve));
  const ask = await serveFront(port);
  const answer = await ask('/test-payments/window');
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.headers['content-type']).toBe('application/problem+json');
});

/** Speaks bytes over a socket of its own; gives all that comes back until the other side closes. */
function speak(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
    socket.end(bytes);
  });
}

describe('a call hidden in the body of another', () => {
  const hidden = 'GET /control/ledger HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;

  it.each([
    ['a GET in chunks', 'GET', 'Transfer-Encoding: chunked', chunked],
    ['a GET of a length', 'GET', `Content-Length: ${hidden.length}`, hidden],
    ['a HEAD in chunks', 'HEAD', 'Transfer-Encoding: chunked', chunked],
  ])('stays there: %s', async (_, method, framing, body) => {
    const seen: string[] = [];
    const ask = await serveBehind((request, response) => {
      seen.push(String(request.url));
      response.end(`answer to ${request.url}`);
    });
    await speak(
      ask.port,
      `${method} /test-payments/window HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${framing}\r\n\r\n${body}`,
    );
    const next = await ask('/test-payments/checkout.js');
    expect(next.text).toBe('answer to /test-payments/checkout.js');
    expect(seen).toEqual(['/test-payments/window', '/test-payments/checkout.js']);
  });
});
