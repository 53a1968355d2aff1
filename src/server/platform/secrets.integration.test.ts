import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { SettingsError } from './environment.ts';
import { sessionSecret } from './secrets.ts';

function newPlace() {
  const directory = newDirectory();
  return { directory, file: join(directory, 'session-secret') };
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

it('the session secret is created once per directory, and only its owner can read the file', () => {
  const { directory, file } = newPlace();
  const secret = sessionSecret(directory);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`);
  expect(modeOf(file)).toBe(0o600);
  // A copy has lost the mode.
  chmodSync(file, 0o644);
  expect(sessionSecret(directory)).toBe(secret);
  expect(modeOf(file)).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['session-secret']);
  expect(sessionSecret(newDirectory())).not.toBe(secret);
});

it('concurrent processes get the same session secret', async () => {
  const { directory, file } = newPlace();
  const program = `
    import { sessionSecret } from ${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))};
    process.stdout.write(sessionSecret(${JSON.stringify(directory)}));
  `;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  const runs = Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, args));
  const secrets = (await Promise.all(runs)).map(({ stdout }) => stdout);
  expect(new Set(secrets)).toEqual(new Set([readFileSync(file, 'utf8').trim()]));
  expect(readdirSync(directory)).toEqual(['session-secret']);
});

it('a damaged file is refused', () => {
  const { directory, file } = newPlace();
  writeFileSync(file, 'short');
  expect(() => sessionSecret(directory)).toThrow(SettingsError);
  expect(() => sessionSecret(directory)).toThrow(/^DATA_DIR has a damaged file [^\n]+ delete it/);
  expect(() => sessionSecret(directory)).not.toThrow('short');
});
