import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { CannotListen, close, listen } from './listen.ts';

const anywhere = { port: 0, host: '127.0.0.1' };

function portOf(server: Awaited<ReturnType<typeof listen>>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

it('explains in one line that a port is in use', async () => {
  const server = await listen(() => undefined, anywhere);
  onTestFinished(() => close(server, 0));
  const again = listen(() => undefined, { ...anywhere, port: portOf(server) });
  await expect(again).rejects.toThrow(CannotListen);
  await expect(again).rejects.toThrow(/^PORT \d+ is in use on 127\.0\.0\.1: [^\n]+$/);
});

it('explains in one line that an address is not of this machine', async () => {
  const elsewhere = listen(() => undefined, { port: 0, host: '192.0.2.1' });
  await expect(elsewhere).rejects.toThrow(/^HOST 192\.0\.2\.1 is no address of this machine\.$/);
});

/** A server that holds its answers back, with one call under way on a connection that is kept alive. */
async function withCallUnderWay() {
  const held: ServerResponse[] = [];
  const arrived = Promise.withResolvers<void>();
  const server = await listen((_request, response) => {
    held.push(response);
    arrived.resolve();
  }, anywhere);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const asking = request({ port: portOf(server), host: '127.0.0.1', agent });
  const answer = once(asking, 'response') as Promise<[IncomingMessage]>;
  answer.catch(() => undefined);
  asking.end();
  await arrived.promise;
  return { server, answer, release: () => held[0]?.end('done') };
}

it('answers what is under way before it closes, and takes nothing new', async () => {
  const { server, answer, release } = await withCallUnderWay();
  const port = portOf(server);
  const closed = close(server, 60_000);
  const late = request({ port, host: '127.0.0.1', agent: false });
  const [refusal] = await once(late, 'error');
  expect(refusal).toMatchObject({ code: 'ECONNREFUSED' });
  release();
  const [response] = await answer;
  expect(response.statusCode).toBe(200);
  response.resume();
  await closed;
});

it('cuts off what does not end within the limit', async () => {
  const { server, answer } = await withCallUnderWay();
  await close(server, 1);
  await expect(answer).rejects.toThrow('socket hang up');
});
