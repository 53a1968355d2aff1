// Only moveAttempt may change the state of a payment attempt, because it checks the table of moves.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('changes the state of an attempt in moveAttempt and nowhere else', () => {
  const source = join(import.meta.dirname, '../../src');
  const writers = globSync(join(source, '**/*.{ts,tsx}'))
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(file, 'utf8').split(/^(?=(?:export )?(?:async )?function |const )/m),
    )
    .filter((part) => /updateTable\('payment_attempt'\)[^;]*\bstate:/.test(part))
    .map((part) => /(?:function|const) (\w+)/.exec(part)?.[1]);
  expect(writers).toEqual(['moveAttempt']);
});
