// Every check of a password goes through sign-in.ts, which limits guesses.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

it('checks passwords nowhere but in sign-in.ts', () => {
  const files = globSync(join(import.meta.dirname, '../**/*.ts'))
    .filter((file) => !file.endsWith('.test.ts') && basename(file) !== 'password.ts')
    .map((file) => ({ name: basename(file), code: readFileSync(file, 'utf8') }));
  const having = (text: RegExp) =>
    files.filter(({ code }) => text.test(code)).map(({ name }) => name);
  expect(having(/\.verify\(/)).toEqual(['sign-in.ts']);
  expect(having(/\bverifyPassword\b/)).toEqual(['auth.ts']);
  // better-auth checks a password for some of its paths: none of them is called.
  expect(having(/\brequestAuth\(/).toSorted()).toEqual(['auth.ts', 'session.ts', 'sign-in.ts']);
});
