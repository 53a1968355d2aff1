import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { serveFetch } from '#support/storefront/page-fetch.ts';
import { postReview } from '../reviews/post-review.ts';
import { sendRequest, upload } from './request.ts';

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

it('accepts a success plain or wrapped in a data field [call-23]', async () => {
  const bodies = [
    [schema, { orderId: 'MA-1' }],
    [v.array(v.number()), [1, 2]],
    [v.null(), null],
  ] as const;
  for (const [each, body] of bodies) {
    for (const sent of [body, { data: body }]) {
      handle = (_request, response) => response.end(JSON.stringify(sent));
      expect(await sendRequest<unknown>('/x', { schema: each })).toEqual({ ok: true, value: body });
    }
  }
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
const invalid = { code: 'INVALID_TOKEN', message: 'Invalid token' };

it.each([
  ['a problem with its fields', 409, problem, { kind: 'problem', body: problem, errors }],
  ['an error of better-auth', 401, invalid, { code: invalid.code, detail: invalid.message }],
  ['a page of a proxy', 502, '<html>Bad gateway</html>', { kind: 'problem', detail: '' }],
  ['an error that is no object', 500, '"oops"', { kind: 'problem', detail: '', errors: [] }],
  ['a response of another type', 200, '{"orderId":7}', { kind: 'malformed' }],
  ['a response that is no JSON', 200, 'not json', { kind: 'malformed' }],
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

/** The parts of XMLHttpRequest that an upload needs; the test acts as the network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  opened = '';
  sent: FormData | undefined;
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';

  open(method: string, path: string): void {
    FakeRequest.last = this;
    this.opened = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(form: FormData): void {
    this.sent = form;
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  respond(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event('load'));
  }
}

/** Begins an upload in a browser whose clock stands still. */
function begin() {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const progress: number[] = [];
  const onProgress = (sent: number) => progress.push(sent);
  const result = upload('/x', { form: new FormData(), key: 'k1', schema, onProgress });
  return { result, progress, request: FakeRequest.last };
}

it('reports the progress and the response', async () => {
  const { result, progress, request } = begin();
  request.progress(0, 0);
  request.progress(30, 40);
  request.progress(40, 40);
  request.respond(201, { orderId: 'r1' });
  expect(await result).toEqual({ ok: true, value: { orderId: 'r1' } });
  expect(progress).toEqual([0, 0.75, 1]);
  expect([request.opened, request.headers['idempotency-key']]).toEqual(['POST /x', 'k1']);
});

it('reports a refusal with its fields, and a broken connection', async () => {
  const refused = begin();
  refused.request.respond(400, { detail: 'Too large', errors });
  expect(await refused.result).toMatchObject({ ok: false, kind: 'problem', status: 400, errors });
  const broken = begin();
  broken.request.dispatchEvent(new Event('error'));
  expect(await broken.result).toMatchObject({ ok: false, kind: 'network', status: 0 });
});

it('waits as long as there is progress, and gives up after a minute without any', async () => {
  const { result, request } = begin();
  let settled = false;
  void result.then(() => (settled = true));
  for (let minute = 1; minute <= 5; minute += 1) {
    await vi.advanceTimersByTimeAsync(59_000);
    request.progress(minute, 10);
  }
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toMatchObject({ ok: false, kind: 'network' });
});

it('sends the fields of a review, without the e-mail [call-18]', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const pictures = ['a.png', 'b.png'].map((name) => new File([], name, { type: 'image/png' }));
  const date = '2026-11-14T06:30:00.000Z';
  const texts = { productId: '3', name: 'Asha', rating: 5, comment: 'Fine', date };
  const result = postReview({ ...texts, title: '', pictures }, 'k1', () => {});
  const { sent, opened } = FakeRequest.last;
  expect(opened).toBe('POST /api/reviews');
  const sentTexts = [...sent!].filter(([, value]) => typeof value === 'string');
  expect(sentTexts).toEqual(Object.entries({ ...texts, rating: '5' }));
  expect(sent!.getAll('images').map((file) => (file as File).name)).toEqual(['a.png', 'b.png']);
  FakeRequest.last.respond(201, { id: 8, productId: 3, rating: 5, name: 'Asha' });
  expect(await result).toMatchObject({ ok: true, value: { id: '8', productId: '3' } });
});
