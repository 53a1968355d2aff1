import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
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
  const late = request({ port, host: '127.0.0.1', agent: false });
  const [refusal] = await once(late, 'error');
  expect(refusal).toMatchObject({ code: 'ECONNREFUSED' });
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
async function serve(listener: RequestListener = done, times = {}) {
  const refused: number[] = [];
  const onMalformed = (status: number) => void refused.push(status);
  const { port, close } = await listen(listener, { ...anywhere, secure: true, onMalformed, times });
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
    ['two hosts', 400, 'GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n'],
    ['two types', 400, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Type: a\r\nContent-Type: b\r\n\r\n'],
    ['an unknown expectation', 417, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n'],
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

  it.each([
    ['http://a.example/b?c=http://d HTTP/1.1', 'http://a.example/b?c=http://d'],
    ['HTTPS://a.example:444 HTTP/1.1', 'http://a.example:444/'],
    ['http://a.example?b@c HTTP/1.1', 'http://a.example/?b@c'],
    ['/b/http://c HTTP/1.1', 'http://x/b/http://c'],
  ])('is neither the absolute form nor HTTP/1.0 without a host: GET %s', async (line, expected) => {
    const { send } = await serve(getRequestListener(({ url }) => new Response(url)));
    const bytes = `GET ${line}\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(parse(await send(bytes))).toMatchObject({ status: 200, body: expected });
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

describe('requests that are sent before the response to the last one', () => {
  const requests = (count: number) =>
    Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

  /** A server that holds its responses, each of which is the path. */
  async function serveHeld() {
    const held: (() => void)[] = [];
    const { open } = await serve(({ url }, response) => {
      held.push(() => response.end(url));
    });
    return { open, held };
  }

  it('are worked on four at a time, and all get their responses in their order', async () => {
    const { open, held } = await serveHeld();
    const { socket, received } = open();
    socket.write(requests(20));
    await expect.poll(() => held.length).toBe(4);
    for (let i = 0; i < 20; i += 2) {
      // A response that is ready before the one before it has to wait.
      held[i + 1]?.();
      held[i]?.();
      await expect.poll(() => held.length).toBe(Math.min(20, i + 6));
    }
    const bodies = () => [...received().matchAll(/\r\n\r\n(\/\d+)/g)].map(([, path]) => path);
    await expect.poll(bodies).toEqual(Array.from({ length: 20 }, (_, i) => `/${i}`));
    // The connection reads on.
    socket.write(`${requests(1)}GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await expect.poll(() => held.length).toBe(22);
    for (const release of held.slice(20)) release();
    await expect.poll(received).toMatch(/\/last$/);
  });

  it.each([
    ['too many', requests(40)],
    [
      'followed by a body in chunks',
      `${requests(4)}POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
  ])('close the connection if they are %s', async (_what, bytes) => {
    const { open, held } = await serveHeld();
    const { socket, closed } = open();
    socket.write(bytes);
    expect(await closed).toBe('');
    expect(held).toHaveLength(4);
  });
});

describe('a connection is cut off', () => {
  const ask = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  /** More than the system takes off the process. */
  const large = Buffer.alloc(32 * 1024 * 1024);

  it('whose client takes nothing of its response, but not one whose response takes long', async () => {
    const slow = Promise.withResolvers<ServerResponse>();
    const stalled = Promise.withResolvers<void>();
    const { open, send } = await serve(
      ({ url }, response) => {
        if (url === '/slow') return slow.resolve(response);
        response.end(large).once('close', stalled.resolve);
      },
      { stalled: 50 },
    );
    const waiting = send('GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const response = await slow.promise;
    const { socket } = open();
    socket.pause().write(ask);
    await stalled.promise;
    response.end('slow');
    expect(await waiting).toMatch(/slow$/);
  });

  it('when its response does not end', async () => {
    const { send } = await serve((_request, response) => void response.write('a beginning'), {
      request: 50,
    });
    expect(await send(ask)).toContain('a beginning');
  });

  it('when the rest of a body that nobody reads does not end', async () => {
    const { send } = await serve(done, { unread: 50 });
    const bytes = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\na';
    expect(await send(bytes)).toMatch(/done$/);
  });

  it('not when that rest came after the response', async () => {
    // The second response waits for a timer that ends after the first one's limit.
    const { send } = await serve(
      ({ url }, response) => {
        if (url === '/') return void response.end('done');
        setTimeout(() => response.end('still here'), 60);
      },
      { unread: 50 },
    );
    const first = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab';
    const second = 'GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(await send(`${first}${second}`)).toMatch(/still here$/);
  });

  it('when very many requests are sent at once, and the rest of them is not even parsed', async () => {
    let begun = 0;
    const count = () => (begun += 1);
    subscribe('http.server.request.start', count);
    onTestFinished(() => void unsubscribe('http.server.request.start', count));
    const { send } = await serve(() => undefined);
    expect(await send('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000))).toBe('');
    expect(begun).toBe(37);
  });

  it('when its headers do not end, soon after the time limit', async () => {
    // Long enough for a busy machine to read what was sent: a socket that is closed with bytes in it is reset, and takes
    // the refusal with it.
    const { send, refused } = await serve(done, { headers: 500, look: 10 });
    expect(parse(await send('GET / HTTP/1.1\r\nHost: a\r\n'))).toMatchObject({ status: 408 });
    expect(refused).toEqual([408]);
  });

  it('when a body comes in chunks of a byte, but not when it comes in packets', async () => {
    const sizes: number[] = [];
    const { send } = await serve((incoming, response) => {
      let size = 0;
      incoming.on('error', () => sizes.push(size)).on('data', ({ length }) => (size += length));
      incoming.on('end', () => response.end(`${size} bytes`));
    });
    const head =
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await send(`${head}${'1\r\na\r\n'.repeat(3_000)}0\r\n\r\n`)).toBe('');
    const packet = `1f4\r\n${'a'.repeat(500)}\r\n`;
    expect(await send(`${head}${packet.repeat(3_000)}0\r\n\r\n`)).toMatch(/1500000 bytes/);
  });
});
