// Sends malformed requests over sockets and reads the responses as bytes.
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen, refuseMalformed } from './server.ts';

const done: RequestListener = (_request, response) => void response.end('done');

/** A server and `send`, which resolves to all bytes received until the server closes the connection. */
async function serve(listener: RequestListener = done) {
  const refused: number[] = [];
  const { port, close } = await listen(listener, {
    port: 0,
    host: '127.0.0.1',
    secure: true,
    onMalformed: (status) => refused.push(status),
  });
  onTestFinished(() => close(0));
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1' });
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
    const { open, refused } = await serve((request, response) => {
      request.on('error', () => undefined).resume();
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

  it('does not affect the next connection, or HTTP/1.0 without a host', async () => {
    const { send } = await serve();
    await send('hello\r\n\r\n');
    expect(parse(await send('GET / HTTP/1.0\r\n\r\n'))).toMatchObject({
      status: 200,
      body: 'done',
    });
  });
});

describe('a connection that is closed after an error', () => {
  const refuse = (code: string, { isSending = false, isGone = false } = {}) => {
    const socket = new PassThrough();
    if (isGone) socket.destroy();
    const status = refuseMalformed(Object.assign(new Error(code), { code }), socket, {
      isSending,
      secure: false,
    });
    return { status, isClosed: socket.destroyed };
  };

  it('gets 408 when the request did not arrive in time', () => {
    expect(refuse('ERR_HTTP_REQUEST_TIMEOUT')).toEqual({ status: 408, isClosed: true });
  });

  it('gets 413 for chunk extensions that are too large', () => {
    expect(refuse('HPE_CHUNK_EXTENSIONS_OVERFLOW')).toEqual({ status: 413, isClosed: true });
  });

  it('gets nothing when the client is gone or a response is being sent', () => {
    const silent = { status: undefined, isClosed: true };
    expect(refuse('ECONNRESET')).toEqual(silent);
    expect(refuse('HPE_INVALID_METHOD', { isGone: true })).toEqual(silent);
    expect(refuse('HPE_INVALID_METHOD', { isSending: true })).toEqual(silent);
  });
});
