import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { serveFetch } from '#support/storefront/page-fetch.ts';
import { sendRequest } from './request.ts';

let handle: (request: IncomingMessage, response: ServerResponse, body: string) => void;

beforeEach(() =>
  serveFetch(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    handle(request, response, body);
  }),
);

function respondWith(status: number, body: unknown): void {
  handle = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

const schema = v.object({ orderId: v.string() });

it('sends JSON with its headers and parses the reply', async () => {
  let seen: unknown;
  handle = (request, response, body) => {
    const { 'content-type': type, 'idempotency-key': key } = request.headers;
    seen = { method: request.method, type, key, body };
    response.end('{"orderId":"MA-1","more":1}');
  };
  const headers = { 'Idempotency-Key': 'k1' };
  const reply = await sendRequest('/x', { method: 'POST', body: { a: 1 }, headers, schema });
  expect(reply).toEqual({ ok: true, value: { orderId: 'MA-1' } });
  expect(seen).toEqual({ method: 'POST', type: 'application/json', key: 'k1', body: '{"a":1}' });
});

it('sends a form as a form', async () => {
  let type: string | undefined;
  handle = (request, response) => {
    type = request.headers['content-type'];
    response.end('{"orderId":"1"}');
  };
  const body = new FormData();
  body.set('name', 'Asha');
  await sendRequest('/x', { method: 'POST', body, schema });
  expect(type).toMatch(/^multipart\/form-data; boundary=/);
});

it('returns a problem with its fields', async () => {
  const errors = [{ field: 'items.0.quantity', message: 'Too many' }];
  const problem = { status: 409, detail: 'The price has changed.', errors, amount: 99_900 };
  respondWith(409, problem);
  expect(await sendRequest('/x', { schema })).toEqual({
    ok: false,
    kind: 'problem',
    status: 409,
    detail: 'The price has changed.',
    errors,
    body: problem,
  });
});

it('parses the errors of the identity provider', async () => {
  respondWith(401, { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });
  expect(await sendRequest('/x', { schema })).toMatchObject({
    kind: 'problem',
    status: 401,
    code: 'INVALID_EMAIL_OR_PASSWORD',
    detail: 'Invalid email or password',
  });
});

it.each([
  [502, '<html>Bad gateway</html>', 'problem'],
  [500, '"oops"', 'problem'],
  [200, '{"orderId":7}', 'malformed'],
  [200, 'not json', 'malformed'],
  [204, '', 'malformed'],
])('returns a failure for a reply of %i %s', async (status, body, kind) => {
  respondWith(status, body);
  expect(await sendRequest('/x', { schema })).toMatchObject({
    ok: false,
    kind,
    status,
    errors: [],
  });
});

it('gives up if no response comes in time', async () => {
  handle = () => {};
  const reply = await sendRequest('/x', { schema, timeLimitMs: 50 });
  expect(reply).toMatchObject({ ok: false, kind: 'network', status: 0 });
  expect(!reply.ok && reply.detail).toMatch(/connection/);
});

it('gives up if the response stops half way', async () => {
  handle = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"orderId":');
  };
  expect(await sendRequest('/x', { schema, timeLimitMs: 50 })).toMatchObject({ kind: 'network' });
});

it('reports a refused connection as a network failure', async () => {
  handle = (request) => request.socket.destroy();
  expect(await sendRequest('/x', { schema })).toMatchObject({
    ok: false,
    kind: 'network',
    status: 0,
  });
});
