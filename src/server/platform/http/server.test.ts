import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { CannotListen, listen } from './server.ts';

const anywhere = { port: 0, host: '127.0.0.1' };

it('explains in one line that a port is in use', async () => {
  const { port, close } = await listen(() => undefined, anywhere);
  onTestFinished(() => close(0));
  const again = listen(() => undefined, { ...anywhere, port });
  await expect(again).rejects.toThrow(CannotListen);
  await expect(again).rejects.toThrow(/^PORT \d+ is in use on 127\.0\.0\.1: [^\n]+$/);
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
  const asking = request({ port, host: '127.0.0.1', agent });
  const received = once(asking, 'response') as Promise<[IncomingMessage]>;
  received.catch(() => undefined);
  asking.end();
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
  const { port, close } = await listen((_request, response) => void response.end('done'), anywhere);
  const caller = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void caller.destroy());
  caller.setEncoding('utf8');
  const ask = async () => {
    caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return String(await once(caller, 'data'));
  };
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: keep-alive\r\n/s);
  const closed = close(60_000);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
  await closed;
});

it('closes an idle connection', async () => {
  const { port, close } = await listen((_request, response) => void response.end('done'), anywhere);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const [response] = await once(request({ port, host: '127.0.0.1', agent }).end(), 'response');
  response.resume();
  const [ended] = await Promise.all([once(response.socket, 'close'), close(60_000)]);
  expect(ended).toEqual([false]);
});

it('closes a connection that was opened in advance', async () => {
  const { port, close } = await listen((_request, response) => void response.end('done'), anywhere);
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
