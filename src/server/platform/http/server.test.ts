import { once } from 'node:events';
import { request } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onlyInAll } from '#support/tier.ts';
import { CannotListen, listen, refuseMalformed } from './server.ts';

const anywhere = { port: 0, host: '127.0.0.1' };
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const done: RequestListener = (_request, response) => void response.end('done');

/** Serves the listener until the test ends, and opens connections to it. */
async function start(listener: RequestListener = done, more = {}) {
  const refused: number[] = [];
  const onMalformed = (status: number) => void refused.push(status);
  const origin = 'https://shop.example';
  const { port, close } = await listen(listener, { ...anywhere, origin, onMalformed, more });
  onTestFinished(() => close(0));
  /** Opens a connection and sends the bytes. `closed` resolves to all that came back, once the server has closed it. */
  const open = (sent = '') => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.write(sent);
    return { socket, closed: once(socket, 'close').then(() => received) };
  };
  return { port, close, open, refused };
}

describe('a server that cannot listen', () => {
  it('explains in one line that its port is in use', async () => {
    const { port } = await start();
    const again = listen(done, { ...anywhere, port });
    await expect(again).rejects.toThrow(CannotListen);
    await expect(again).rejects.toThrow(/^PORT \d+ is in use on 127\.0\.0\.1: [^\n]+$/);
    const desk = listen(done, { ...anywhere, port, portSetting: 'DESK_PORT' });
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

  it.each(['192.0.2.1', '1::2::3'])(
    'explains in one line that %s is not an address of this machine',
    async (host) => {
      const why = new CannotListen(`HOST ${host} is no address of this machine.`);
      await expect(listen(done, { port: 0, host })).rejects.toThrow(why);
    },
  );
});

describe('a server that closes', () => {
  /** Starts a server that holds a request back. */
  async function startWithRequest() {
    const arrived = Promise.withResolvers<ServerResponse>();
    const { open, ...server } = await start((_request, response) => arrived.resolve(response));
    const { closed: received } = open(GET);
    return { ...server, received, response: await arrived.promise };
  }

  it('finishes a request under way, with Connection: close, and accepts nothing new', async () => {
    const { port, close, received, response } = await startWithRequest();
    const closed = close(60_000);
    const tryLate = () =>
      once(request({ port, host: '127.0.0.1', agent: false }), 'error').then(([{ code }]) => code);
    await expect.poll(tryLate).toBe('ECONNREFUSED');
    response.end('done');
    expect(await received).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*done/s);
    await closed;
  });

  it('responds to a request that was on its way on a keep-alive connection', async () => {
    const { open, close } = await start();
    const { socket } = open(GET);
    expect(String(await once(socket, 'data'))).toContain('\r\nConnection: keep-alive\r\n');
    const closed = close(60_000);
    socket.write(GET);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close/s);
    await closed;
  });

  it.each([
    ['is idle', GET],
    ['was opened in advance', ''],
  ])('closes a connection that %s', async (_state, sent) => {
    const { open, close } = await start();
    const { closed } = open(sent);
    // A response on a later connection shows that the first was accepted.
    await once(open(GET).socket, 'data');
    await close(60_000);
    expect((await closed).endsWith('done')).toBe(sent === GET);
  });

  it('cuts off a request that does not end within the limit', async () => {
    const { close, received } = await startWithRequest();
    await close(1);
    expect(await received).toBe('');
  });
});

/** Splits a response into status, headers and body. */
function parse(response: string) {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')));
  return { status: Number(first.split(' ')[1]), headers, body };
}

describe('malformed HTTP', () => {
  const lengths = 'Content-Length: 1\r\nContent-Length: 2';
  it.each([
    ['no request line', 400, 'hello\r\n\r\n'],
    ['two lengths', 400, `POST / HTTP/1.1\r\nHost: a\r\n${lengths}\r\n\r\n`],
    ['headers of 20 KB', 431, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['an absolute form', 400, 'GET http://b.example/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])(
    'such as %s gets %i, with the headers and a sentence, and is reported',
    async (_what, status, bytes) => {
      const { open, refused } = await start();
      const response = parse(await open(bytes).closed);
      expect(response.status).toBe(status);
      expect(response.headers).toMatchObject({
        'content-type': 'application/problem+json',
        'content-length': String(response.body.length),
        'strict-transport-security': 'max-age=63072000; includesubdomains',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        connection: 'close',
      });
      const detail = expect.stringMatching(/\.$/);
      expect(JSON.parse(response.body)).toMatchObject({ status, detail });
      expect(refused).toEqual([status]);
    },
  );

  it('does not interrupt a response that has begun', async () => {
    const begun = Promise.withResolvers<void>();
    const { open, refused } = await start((incoming, response) => {
      incoming.on('error', () => undefined).resume();
      response.write('a beginning');
      begun.resolve();
    });
    const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n';
    const { socket, closed } = open(chunked);
    await begun.promise;
    socket.write('no chunk\r\n');
    const received = await closed;
    expect(received).toContain('a beginning');
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(refused).toEqual([]);
  });

  it('is not HTTP/1.0 without a host, as proxies look for a shop', async () => {
    const { open } = await start(getRequestListener(({ url }) => new Response(url)));
    expect(parse(await open('GET /b HTTP/1.0\r\n\r\n').closed).body).toBe('http://localhost/b');
  });
});

describe('a connection that is closed because', () => {
  it.each([
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', false, 413],
    ['ECONNRESET', false, undefined],
    ['HPE_INVALID_METHOD', true, undefined],
  ])('of %s, and is gone: %o, gets %s', (code, isGone, status) => {
    const socket = new PassThrough();
    if (isGone) socket.destroy();
    const error = Object.assign(new Error(code), { code });
    expect(refuseMalformed(error, socket, { isSending: false, secure: false })).toBe(status);
    expect(socket.destroyed).toBe(true);
  });
});

it('responds to four requests that come at once, and cuts off who sends more', async () => {
  const { open } = await start(({ url }, response) => void setImmediate(() => response.end(url)));
  const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const send = (count: number) => open(GET.repeat(count - 1) + last).closed;
  expect((await send(4)).match(/ 200 OK|\/last$/g)).toHaveLength(5);
  expect(await send(5)).not.toContain('/last');
});

describe('a connection is cut off', () => {
  it('whose client takes nothing of its response', async () => {
    const closed = Promise.withResolvers<void>();
    // More than the system takes off the process.
    const large = Buffer.alloc(32 * 1024 * 1024);
    const respond: RequestListener = (_request, response) =>
      void response.end(large).once('close', closed.resolve);
    const { open } = await start(respond, { timeout: 50 });
    open(GET).socket.pause();
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it('when its headers do not end, soon after the time limit', async () => {
    // Long enough for a busy machine to read what was sent: a socket that is closed with bytes in it is reset, and takes
    // the refusal with it.
    const times = { headersTimeout: 500, connectionsCheckingInterval: 10 };
    const { open, refused } = await start(done, times);
    expect(parse(await open('GET / HTTP/1.1\r\nHost: a\r\n').closed)).toMatchObject({
      status: 408,
    });
    expect(refused).toEqual([408]);
  });
});
