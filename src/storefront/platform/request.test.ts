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

const schema = v.object({ orderId: v.string() });

it('sends JSON with its headers and parses the response', async () => {
  let seen: unknown;
  handle = (request, response, body) => {
    const { 'content-type': type, 'idempotency-key': key } = request.headers;
    seen = { method: request.method, type, key, body };
    response.end('{"orderId":"MA-1","more":1}');
  };
  const headers = { 'Idempotency-Key': 'k1' };
  const result = await sendRequest('/x', { method: 'POST', body: { a: 1 }, headers, schema });
  expect(result).toEqual({ ok: true, value: { orderId: 'MA-1' } });
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

const errors = [{ field: 'items.0.quantity', message: 'Too many' }];
const problem = { status: 409, detail: 'The price has changed.', errors, amount: 99_900 };

it.each([
  ['a problem with its fields', 409, problem, { kind: 'problem', body: problem, errors }],
  [
    'an error of the identity provider',
    401,
    { code: 'INVALID_TOKEN', message: 'Invalid token' },
    { kind: 'problem', code: 'INVALID_TOKEN', detail: 'Invalid token', errors: [] },
  ],
  ['a page of a proxy', 502, '<html>Bad gateway</html>', { kind: 'problem', detail: '' }],
  ['an error that is no object', 500, '"oops"', { kind: 'problem', detail: '', errors: [] }],
  ['a response of another type', 200, '{"orderId":7}', { kind: 'malformed' }],
  ['a response that is no JSON', 200, 'not json', { kind: 'malformed' }],
  ['an empty response', 204, '', { kind: 'malformed' }],
])('returns %s as a failure', async (_what, status, body, failure) => {
  handle = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  expect(await sendRequest('/x', { schema })).toMatchObject({ ok: false, status, ...failure });
});

it.each<[string, typeof handle]>([
  ['no response comes in time', () => {}],
  [
    'the response stops half way',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"orderId":');
    },
  ],
  ['the connection is refused', (request) => request.socket.destroy()],
])('returns a network failure if %s', async (_what, respond) => {
  handle = respond;
  const detail = 'We could not reach the shop. Please check your connection and try again.';
  const failure = { ok: false, kind: 'network', status: 0, detail };
  expect(await sendRequest('/x', { schema, timeLimitMs: 50 })).toMatchObject(failure);
});
