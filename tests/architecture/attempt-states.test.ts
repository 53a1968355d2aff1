// Only move-attempt.ts may change the state of a payment attempt, because it checks the table of moves.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('changes the state of an attempt in move-attempt.ts and nowhere else', () => {
  const server = join(import.meta.dirname, '../../src/server');
  const writers = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /updateTable\('payment_attempt'\)[^;]*\bstate:/.test(
        readFileSync(join(server, file), 'utf8'),
      ),
  );
  expect(writers).toEqual([join('payments', 'move-attempt.ts')]);
});
