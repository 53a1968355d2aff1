// Secrets in files: Docker's (X_FILE) and systemd's (a directory of credentials).
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catchError } from '#support/catch-error.ts';
import { newDirectory } from '#support/new-directory.ts';
import { ownerDetails } from '../../shop/claims.ts';
import { secrets, SettingsError, readEnvironment } from './environment.ts';
import { parseSettings } from './settings.ts';

const SECRET = 'x'.repeat(40);

/** Writes a file, by default into a new directory. Returns its path. */
function write(content: string, mode = 0o400, file = join(newDirectory(), 'secret')): string {
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

/** Returns the error: one line that begins with `name` and repeats neither values nor contents. */
function refusal(env: Record<string, string>, name = 'SESSION_SECRET_FILE'): string {
  const error = catchError(() => readEnvironment(env));
  expect(error).toBeInstanceOf(SettingsError);
  expect(error.message).toMatch(new RegExp(`^${name} [^\\n]+$`));
  for (const value of [...Object.values(env), SECRET]) expect(error.message).not.toContain(value);
  return error.message;
}

describe('a secret in a file', () => {
  it.each([0o400, 0o600, 0o440])('is read when others may not read it (mode %o)', (mode) => {
    const SESSION_SECRET_FILE = write(`${SECRET}\n`, mode);
    const env = readEnvironment({ SESSION_SECRET_FILE, PORT: '1' });
    expect(env).toMatchObject({ SESSION_SECRET: SECRET, PORT: '1' });
  });

  it('can contain any of the secret settings', () => {
    const files = secrets.map((name) => [`${name}_FILE`, write(`the ${name}\n`)]);
    const values = Object.fromEntries(secrets.map((name) => [name, `the ${name}`]));
    expect(readEnvironment(Object.fromEntries(files))).toMatchObject(values);
  });

  it.each([0o404, 0o644, 0o602])('is refused when others may open it (mode %o)', (mode) => {
    expect(refusal({ SESSION_SECRET_FILE: write(SECRET, mode) })).toContain('chmod o= it');
  });

  it('is refused when the variable is set too', () => {
    const both = { SESSION_SECRET: `${SECRET}y`, SESSION_SECRET_FILE: write(SECRET) };
    expect(refusal(both, 'SESSION_SECRET')).toContain('unset one of them');
  });

  it.each([
    ['missing', () => join(newDirectory(), 'none'), 'ENOENT'],
    ['empty', () => write(' \n'), 'empty'],
    ['too large', () => write('x'.repeat(70_000)), 'large'],
    ['a folder', () => newDirectory(), 'no file'],
  ])('is refused when it is %s', (_what, newFile, why) => {
    expect(refusal({ SESSION_SECRET_FILE: newFile() })).toContain(why);
  });
});

describe('the credentials of systemd', () => {
  it('are read by their names', () => {
    const path = newDirectory();
    write(`${SECRET}\n`, 0o400, join(path, 'maalai_SESSION_SECRET'));
    write('of another service', 0o400, join(path, 'other_word'));
    const settings = parseSettings({ CREDENTIALS_DIRECTORY: path }, ownerDetails());
    expect(settings.sessionSecret).toBe(SECRET);
  });

  it('are refused when they cannot be read, are set twice, or have an unknown name', () => {
    const path = newDirectory();
    const read = (more: object = {}) => readEnvironment({ CREDENTIALS_DIRECTORY: path, ...more });
    expect(() => read({ CREDENTIALS_DIRECTORY: join(path, 'none') })).toThrow(
      /^CREDENTIALS_DIRECTORY cannot be read \(ENOENT\): [^\n]+$/,
    );
    const file = write(SECRET, 0o400, join(path, 'maalai_SESSION_SECRET'));
    const twice = /^SESSION_SECRET is set twice: [^\n]+$/;
    expect(() => read({ SESSION_SECRET_FILE: file })).toThrow(twice);
    // May be a typo.
    write(SECRET, 0o400, join(path, 'maalai_SESION_SECRET'));
    expect(() => read()).toThrow(/^SESION_SECRET is no secret of the shop: [^\n]*SESSION_SECRET/);
  });
});
