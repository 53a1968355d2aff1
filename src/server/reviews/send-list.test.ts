import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { serve } from '#support/server/ask.ts';
import { createLog } from '../platform/log.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { nextTurn } from '../platform/rounds.ts';
import { createListSender } from './send-list.ts';

/** A server with lists that end, one that is endless, one that breaks off and one that fails at once. */
async function openLists(options?: Parameters<typeof createListSender>[0]) {
  const sendList = createListSender(options);
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  let read = 0;
  const ended = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) {
        read += 1;
        yield ['x'.repeat(1_000_000)];
      }
    } finally {
      ended.resolve();
    }
  }
  async function* pieces(...all: (unknown[] | Error)[]) {
    for (const piece of all) {
      if (piece instanceof Error) throw piece;
      yield piece;
    }
  }
  const app = new Hono<ServerEnv>()
    .use(async (c, next) => {
      c.set('log', log);
      await next();
    })
    .get('/three', (c) => sendList(c, pieces([1, { a: '"' }], [3], [4, 5])))
    .get('/one', (c) => sendList(c, pieces([7])))
    .get('/none', (c) => sendList(c, pieces()))
    .get('/endless', (c) => sendList(c, endless()))
    .get('/broken', (c) => sendList(c, pieces([1], [2], new Error('gone'))))
    .get('/never', (c) => sendList(c, pieces(new Error('gone'))));
  app.onError((error, c) =>
    c.text(error.message, error instanceof ProblemError ? 503 : 500, {
      ...(error instanceof ProblemError && error.headers),
    }),
  );
  const send = await serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  /** Sends a request and does not read the body. */
  const begin = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const to = { port: send.port, host: '127.0.0.1', path, agent: false };
      get(to, resolve).on('error', reject);
    });
  return { send, begin, lines, ended: ended.promise, read: () => read };
}

it('a list in pieces arrives as one JSON array', async () => {
  const { send } = await openLists();
  const three = await send('/three');
  expect(JSON.parse(three.text)).toEqual([1, { a: '"' }, 3, 4, 5]);
  expect(three.headers['content-type']).toBe('application/json');
  expect((await send('/one')).text).toBe('[7]');
  expect((await send('/none')).text).toBe('[]');
});

it('a list is read no faster than the client reads, and no further once the client is gone', async () => {
  const { send, begin, ended, read } = await openLists();
  const response = await begin('/endless');
  for (let turn = 0; turn < 100; turn += 1) await send('/none');
  // Only the buffers of both sockets are filled. Without backpressure, one piece would be read per turn.
  expect(read()).toBeLessThan(50);
  response.destroy();
  await ended;
});

it('further lists are refused while too many are sent, and accepted when one has ended', async () => {
  const { send, begin, ended } = await openLists({ most: 2 });
  const unread = [await begin('/endless'), await begin('/endless')];
  const refused = await send('/three');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  expect((await send('/one')).status).toBe(200);
  unread[0]?.destroy();
  await ended;
  expect((await send('/three')).status).toBe(200);
  expect((await send('/three')).status).toBe(200);
});

it('HEAD, a list that cannot begin and one that breaks off leave room for others', async () => {
  const { send, lines } = await openLists({ most: 1 });
  expect((await send('/three', { method: 'HEAD' })).status).toBe(200);
  expect((await send('/never')).status).toBe(500);
  expect(lines).toEqual([]);
  await expect(send('/broken')).rejects.toThrow(/aborted|socket hang up/);
  expect(lines.join()).toContain('a list breaks off');
  expect((await send('/three')).status).toBe(200);
});

it('a list that the client does not read in time is aborted', async () => {
  const { send, begin, ended, lines } = await openLists({ most: 1, limitMs: 50 });
  const response = await begin('/endless');
  response.on('error', () => undefined);
  await ended;
  expect(lines.join()).toContain('did not take the list in time');
  expect((await send('/three')).status).toBe(200);
});

it('each waiting portion gets a turn of its own, in the order in which they came', async () => {
  const turns: string[] = [];
  await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      await nextTurn();
      turns.push(name);
      setImmediate(() => turns.push(`after ${name}`));
    }),
  );
  expect(turns).toEqual(['one', 'after one', 'two', 'after two', 'three']);
});
