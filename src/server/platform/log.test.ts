import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function write(log: (logger: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  log(createLog('info', (line) => lines.push(...line.trimEnd().split('\n'))));
  return lines.map((line) => JSON.parse(line));
}

it('writes one JSON object per line, with the time, and the level in words', () => {
  const lines = write((log) => {
    log.info({ route: '/orders/:email\n{"level":"fatal"}' }, 'request');
    log.debug('too fine');
  });
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      route: '/orders/:email\n{"level":"fatal"}',
      msg: 'request',
    },
  ]);
});

it('logs the useful parts of an error, without e-mail addresses', () => {
  const cause = Object.assign(new Error('duplicate key (asha@example.com)'), {
    code: '23505',
    detail: 'Key (email)=(asha@example.com) already exists.',
    parameters: ['asha@example.com', 'mango-lassi-42'],
  });
  const [line] = write((log) => log.error({ err: new Error('not saved', { cause }) }, 'failed'));
  expect(line).toMatchObject({
    err: {
      message: 'not saved',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: 'duplicate key ([address])', code: '23505' },
    },
  });
  expect(JSON.stringify(line)).not.toMatch(/asha|mango/);
});

it('accepts anything that was thrown', () => {
  expect(write((log) => log.error({ err: 'just asha@example.com' }, 'failed'))).toMatchObject([
    { err: { message: 'just [address]' } },
  ]);
});
