import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onlyInAll } from '#support/tier.ts';
import { CannotListen, listen, refuseMalformed } from './server.ts';

const anywhere = { port: 0, host: '127.0.0.1' };
const done: RequestListener = (_request, response) => void response.end('done');

it('explains in one line that a port is in use', async () => {
  const { port, close } = await listen(() => undefined, anywhere);
  onTestFinished(() => close(0));
  const again = listen(() => undefined, { ...anywhere, port });
  await expect(again).rejects.toThrow(CannotListen);
  await expect(again).rejects.toThrow(/^PORT \d+ is in use on 127\.0\.0\.1: [^\n]+$/);
  const desk = listen(() => undefined, { ...anywhere, port, portSetting: 'DESK_PORT' });
  await expect(desk).rejects.toThrow(/^DESK_PORT \d+ is in use on 127\.0\.0\.1: [^\n]+$/);
});

onlyInAll(() => {
  it('refuses a port that another program has on the other address of localhost', async () => {
    const other = createServer().listen(0, '::1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const local = listen(done, { ...anywhere, port, origin: `http://localhost:${port}` });
    await expect(local).rejects.toThrow(/^PORT \d+ is in use on ::1, [^\n]+$/);
    const { close } = await listen(done, { ...anywhere, port, origin: 'https://shop.example' });
    await close(0);
  });
});

it('explains in one line that an address is not of this machine', async () => {
  const elsewhere = listen(() => undefined, { port: 0, host: '192.0.2.1' });
  await expect(elsewhere).rejects.toThrow(/^HOST 192\.0\.2\.1 is no address of this machine\.$/);
});

/** A server that does not respond until `release`, with one request under way on a keep-alive connection. */
async function withRequestUnderWay() {
  const held: ServerResponse[] = [];
  const arrived = Promise.withResolvers<void>();
  const { port, close } = await listen((_request, response) => {
    held.push(response);
    arrived.resolve();
  }, anywhere);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const sent = request({ port, host: '127.0.0.1', agent });
  const received = once(sent, 'response') as Promise<[IncomingMessage]>;
  received.catch(() => undefined);
  sent.end();
  await arrived.promise;
  return { port, close, received, release: () => held[0]?.end('done') };
}

it('finishes a request under way before it closes, with Connection: close, and accepts nothing new', async () => {
  const { port, close, received, release } = await withRequestUnderWay();
  const closed = close(60_000);
  const tryLate = () =>
    once(request({ port, host: '127.0.0.1', agent: false }), 'error').then(([{ code }]) => code);
  await expect.poll(tryLate).toBe('ECONNREFUSED');
  release();
  const [response] = await received;
  expect(response.statusCode).toBe(200);
  expect(response.headers.connection).toBe('close');
  response.resume();
  await closed;
});

it('responds to a request that arrives on a keep-alive connection while it closes', async () => {
  const { port, close } = await listen(done, anywhere);
  const caller = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void caller.destroy());
  caller.setEncoding('utf8');
  const send = async () => {
    caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return String(await once(caller, 'data'));
  };
  expect(await send()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: keep-alive\r\n/s);
  const closed = close(60_000);
  expect(await send()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
  await closed;
});

it('closes an idle connection', async () => {
  const { port, close } = await listen(done, anywhere);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const [response] = await once(request({ port, host: '127.0.0.1', agent }).end(), 'response');
  response.resume();
  const [ended] = await Promise.all([once(response.socket, 'close'), close(60_000)]);
  expect(ended).toEqual([false]);
});

it('closes a connection that was opened in advance', async () => {
  const { port, close } = await listen(done, anywhere);
  const caller = connect({ port, host: '127.0.0.1' });
  await once(caller, 'connect');
  // A response on a later connection shows that the first was accepted.
  await once(request({ port, host: '127.0.0.1', agent: false }).end(), 'response');
  const [ended] = await Promise.all([once(caller, 'close'), close(60_000)]);
  expect(ended).toEqual([false]);
});

it('cuts off a request that does not end within the limit', async () => {
  const { close, received } = await withRequestUnderWay();
  await close(1);
  await expect(received).rejects.toThrow('socket hang up');
});

/** A server and `send`, which resolves to all bytes received until the server closes the connection. */
async function serve(listener: RequestListener = done, more = {}) {
  const refused: number[] = [];
  const onMalformed = (status: number) => void refused.push(status);
  const { port, close } = await listen(listener, {
    ...anywhere,
    origin: 'https://shop.example',
    onMalformed,
    more,
  });
  onTestFinished(() => close(0));
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    const closed = once(socket, 'close').then(() => received);
    return { socket, closed, received: () => received };
  };
  const send = (bytes: string) => {
    const { socket, closed } = open();
    socket.write(bytes);
    return closed;
  };
  return { open, send, refused };
}

/** Splits a response into status, headers and body. */
function parse(response: string) {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')));
  return { status: Number(first.split(' ')[1]), headers, body };
}

describe('malformed HTTP', () => {
  it.each([
    ['no request line', 400, 'hello\r\n\r\n'],
    ['the greeting of TLS', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    [
      'two lengths',
      400,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['headers of 20 KB', 431, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['an absolute form', 400, 'GET http://b.example/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no path', 400, 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])(
    'such as %s gets %i, with the headers and a sentence, and is reported',
    async (_what, status, bytes) => {
      const { send, refused } = await serve();
      const response = parse(await send(bytes));
      expect(response.status).toBe(status);
      expect(response.headers).toMatchObject({
        'content-type': 'application/problem+json',
        'content-length': String(response.body.length),
        'strict-transport-security': 'max-age=63072000; includesubdomains',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        connection: 'close',
      });
      expect(JSON.parse(response.body)).toMatchObject({
        status,
        detail: expect.stringMatching(/\.$/),
      });
      expect(refused).toEqual([status]);
    },
  );

  it('does not interrupt a response that has begun', async () => {
    const begun = Promise.withResolvers<void>();
    const { open, refused } = await serve((incoming, response) => {
      incoming.on('error', () => undefined).resume();
      response.write('a beginning');
      begun.resolve();
    });
    const { socket, closed } = open();
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
    await begun.promise;
    socket.write('no chunk\r\n');
    const received = await closed;
    expect(received).toContain('a beginning');
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(refused).toEqual([]);
  });

  it('is not HTTP/1.0 without a host, as proxies look for a shop', async () => {
    const { send } = await serve(getRequestListener(({ url }) => new Response(url)));
    expect(parse(await send('GET /b HTTP/1.0\r\n\r\n')).body).toBe('http://localhost/b');
  });

  it('does not affect the next connection', async () => {
    const { send } = await serve();
    await send('hello\r\n\r\n');
    expect(parse(await send('GET / HTTP/1.0\r\n\r\n'))).toMatchObject({
      status: 200,
      body: 'done',
    });
  });
});

describe('a connection that is closed because', () => {
  const refuse = (code: string, { isSending = false, isGone = false } = {}) => {
    const socket = new PassThrough();
    if (isGone) socket.destroy();
    const status = refuseMalformed(Object.assign(new Error(code), { code }), socket, {
      isSending,
      secure: false,
    });
    return { status, isClosed: socket.destroyed };
  };

  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', {}, 408],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', {}, 413],
    ['ECONNRESET', {}, undefined],
    ['HPE_INVALID_METHOD', { isGone: true }, undefined],
    ['HPE_INVALID_METHOD', { isSending: true }, undefined],
  ])('of %s, %o, gets %s', (code, state, status) => {
    expect(refuse(code, state)).toEqual({ status, isClosed: true });
  });
});

it('has a hundred requests of a connection, and cuts off who sends more', async () => {
  const { send } = await serve(({ url }, response) => void response.end(url));
  const ask = (count: number) => {
    const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const more = Array.from(
      { length: count - 1 },
      (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    return send(more.join('') + last);
  };
  const bodies = [...(await ask(100)).matchAll(/200 OK.*?\r\n\r\n(\/(?:\d+|last))/gs)];
  const paths = Array.from({ length: 99 }, (_, i) => `/${i}`);
  expect(bodies.map(([, path]) => path)).toEqual([...paths, '/last']);
  expect(await ask(150)).not.toMatch(/\/last$|503/);
});

describe('a connection is cut off', () => {
  it('whose client takes nothing of its response', async () => {
    const closed = Promise.withResolvers<void>();
    // More than the system takes off the process.
    const large = Buffer.alloc(32 * 1024 * 1024);
    const respond: RequestListener = (_request, response) =>
      void response.end(large).once('close', closed.resolve);
    const { open } = await serve(respond, { timeout: 50 });
    open().socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it('when its headers do not end, soon after the time limit', async () => {
    // Long enough for a busy machine to read what was sent: a socket that is closed with bytes in it is reset, and takes
    // the refusal with it.
    const times = { headersTimeout: 500, connectionsCheckingInterval: 10 };
    const { send, refused } = await serve(done, times);
    expect(parse(await send('GET / HTTP/1.1\r\nHost: a\r\n'))).toMatchObject({ status: 408 });
    expect(refused).toEqual([408]);
  });
});
