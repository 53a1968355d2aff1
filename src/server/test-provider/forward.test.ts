import { covers } from '#support/covers.ts';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { serve } from '#support/server/ask.ts';
import { forwardTestPayments } from './forward.ts';

/** A provider that answers like `listener`, and the shop in front of it. */
async function serveBehind(listener: RequestListener) {
  const provider = await serve(listener);
  return serve((request, response) =>
    forwardTestPayments(request, response, `http://127.0.0.1:${provider.port}`),
  );
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

it('hands on what was asked as it was written, without the cookies of the shop', async () => {
  const seen: IncomingMessage[] = [];
  const ask = await serveBehind((request, response) => {
    seen.push(request);
    request.pipe(response);
  });
  const path = '/test-payments/../v1/orders?x=%2e%2e';
  const answer = await ask(path, {
    method: 'POST',
    body: '{"pay":1}',
    headers: {
      'Content-Type': 'application/json',
      Cookie: 'maalai.session_token=secret',
      Authorization: 'Basic c2VjcmV0',
      'X-Forwarded-For': '192.0.2.1',
    },
  });
  expect(answer.text).toBe('{"pay":1}');
  expect(seen[0]?.url).toBe(path);
  expect(seen[0]?.method).toBe('POST');
  expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  for (const name of ['cookie', 'authorization', 'x-forwarded-for']) {
    expect(seen[0]?.headers[name]).toBeUndefined();
  }
});

it('lets nothing load or frame what has no policy of its own', async () => {
  const ask = await serveBehind((_request, response) => response.end('{}'));
  const { headers } = await ask('/test-payments/checkout.js');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'self'");
});

it('refuses a large body', async () => {
  const ask = await serveBehind((request, response) => {
    request.resume();
    request.on('end', () => response.end('taken'));
  });
  const answer = await ask('/test-payments/window/pay', {
    method: 'POST',
    body: 'x'.repeat(70_000),
  });
  expect(answer.status).toBe(413);
});

it('says so when the provider is not there', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as { port: number };
  await new Promise((resolve) => gone.close(resolve));
  const ask = await serve((request, response) =>
    forwardTestPayments(request, response, `http://127.0.0.1:${port}`),
  );
  const answer = await ask('/test-payments/window');
  expect(answer.status).toBe(503);
  expect(answer.headers['content-type']).toBe('application/problem+json');
});
