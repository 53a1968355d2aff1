import { expect, it } from 'vitest';
import { serve } from '#support/server/ask.ts';
import { createLog } from '../platform/log.ts';
import { countResponses } from './front.ts';

it('logs the number of pages by status once a minute, and at the end', async () => {
  const lines: { msg: string; responses: Record<string, number> }[] = [];
  const log = createLog('info', (line) => lines.push(JSON.parse(line)));
  let minute: (() => void) | undefined;
  const { listener, countMalformed, stop } = countResponses(
    ({ url }, response) => {
      if (url === '/call') response.setHeader('X-Request-Id', '1');
      if (url === '/broken') return void response.destroy();
      response.writeHead(url === '/missing' ? 404 : 200).end('page');
    },
    log,
    (milliseconds, run) => {
      expect(milliseconds).toBe(60_000);
      minute = run;
      return () => undefined;
    },
  );
  const ask = await serve(listener);
  for (const path of ['/home', '/home', '/missing', '/call']) await ask(path);
  await expect(ask('/broken')).rejects.toThrow('socket hang up');
  countMalformed(400);
  const logged = () => {
    const sums: Record<string, number> = {};
    for (const { responses } of lines) {
      for (const [outcome, count] of Object.entries(responses)) {
        sums[outcome] = (sums[outcome] ?? 0) + count;
      }
    }
    return sums;
  };
  // A response is counted once its connection is done with it, which may be after it has arrived.
  const afterAMinute = () => {
    minute?.();
    return logged();
  };
  await expect.poll(afterAMinute).toEqual({
    200: 2,
    404: 1,
    'broken off': 1,
    'malformed, 400': 1,
  });
  const count = lines.length;
  minute?.();
  expect(lines).toHaveLength(count);
  await ask('/home');
  await expect.poll(async () => (await stop(), logged())).toMatchObject({ 200: 3 });
});
