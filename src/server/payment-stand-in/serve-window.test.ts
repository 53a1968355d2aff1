import { expect, it } from 'vitest';
import { serve } from '#support/server/ask.ts';
import { serveWindow } from './serve-window.ts';
import type { FetchWindow } from './serve-window.ts';

/** Serves the window of a stand-in at an https address. The stand-in responds like `respond`; `received` are its requests. */
async function serveStandIn(respond: FetchWindow) {
  const received: Request[] = [];
  const fetchWindow: FetchWindow = (request) => {
    received.push(request);
    return respond(request);
  };
  const ask = await serve((request, response) => {
    void serveWindow(request, response, { fetchWindow, secure: true });
  });
  return { ask, received };
}

const respondWith = (body: string, init?: ResponseInit) => async () => new Response(body, init);

it('serves the response with the policy of the window, and without cookies [running-16]', async () => {
  const own = {
    'content-type': 'text/html',
    'content-security-policy': "frame-ancestors 'self'",
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  };
  const headers = { ...own, 'Set-Cookie': 'tracking=1', 'X-Powered-By': 'something' };
  const { ask } = await serveStandIn(respondWith('<p>window</p>', { status: 201, headers }));
  const response = await ask('/test-payments/window?order_id=1');
  expect([response.status, response.text]).toEqual([201, '<p>window</p>']);
  expect(response.headers).toMatchObject({
    ...own,
    'content-length': '13',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(response.headers).not.toHaveProperty('set-cookie');
  expect(response.headers).not.toHaveProperty('x-powered-by');
});

it('hands on only what the window needs', async () => {
  const { ask, received } = await serveStandIn(async (request) => new Response(request.body));
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
  expect(received[0]?.method).toBe('POST');
  expect(Object.fromEntries(received[0]?.headers ?? [])).toEqual({
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  });
  await ask('/test-payments/window?name=R%26D?&order_id=1&other=%0d%0a');
  const { pathname, searchParams } = new URL(received[1]?.url ?? '');
  expect(pathname).toBe('/test-payments/window');
  expect(Object.fromEntries(searchParams)).toMatchObject({ name: 'R&D?', order_id: '1' });
});

it('refuses other paths and methods', async () => {
  const { ask, received } = await serveStandIn(respondWith('{}'));
  const paths = [
    '/test-payments/',
    '/test-payments/control/ledger',
    '/test-payments/control/../window',
    '/test-payments/%2e%2e/v1/orders',
    '/test-payments/window/',
    '/%74est-payments/window',
  ];
  for (const path of paths) {
    const { status, headers } = await ask(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers['strict-transport-security']).toContain('max-age=63072000');
  }
  const refusals = [
    ['GET', '/test-payments/window/pay', 'POST'],
    ['POST', '/test-payments/window', 'GET, HEAD'],
    ['DELETE', '/test-payments/checkout.js', 'GET, HEAD'],
  ] as const;
  for (const [method, path, allow] of refusals) {
    const { status, headers } = await ask(path, { method });
    expect([method, path, status, headers.allow]).toEqual([method, path, 405, allow]);
  }
  expect(received).toEqual([]);
});

it('sends a strict policy with a response that has no policy of its own', async () => {
  const { ask } = await serveStandIn(respondWith('{}'));
  const { headers } = await ask('/test-payments/checkout.js');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'self'");
});

it('refuses a large body without handing it on', async () => {
  const { ask, received } = await serveStandIn(respondWith('paid'));
  const headers = { 'Transfer-Encoding': 'chunked' };
  const request = { method: 'POST', body: 'x'.repeat(70_000), headers };
  expect((await ask('/test-payments/window/pay', request)).status).toBe(413);
  expect(received).toEqual([]);
});

it('returns 503 when the stand-in has no response', async () => {
  const { ask } = await serveStandIn(() => Promise.reject(new Error('cut')));
  const { status, headers } = await ask('/test-payments/window');
  expect(status).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/problem+json' });
});
