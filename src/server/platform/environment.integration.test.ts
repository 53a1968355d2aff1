// Secrets in files: Docker's (X_FILE) and systemd's (a directory of credentials).
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { catchError } from '#support/catch-error.ts';
import { ownerDetails } from '../../shop/brand.ts';
import { readSettings } from './settings.ts';
import { SettingsError } from './environment.ts';

const SECRET = 'x'.repeat(40);

function directory() {
  const path = mkdtempSync(join(tmpdir(), 'maalai-secrets-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return {
    path,
    write(name: string, content: string, mode = 0o400) {
      const file = join(path, name);
      writeFileSync(file, content);
      chmodSync(file, mode);
      return file;
    },
  };
}

/** Returns the error of the settings: one line that begins with `name` and repeats neither values nor contents. */
function errorMessage(env: Record<string, string>, name = 'SESSION_SECRET_FILE'): string {
  const error = catchError(() => readSettings(env, ownerDetails()));
  expect(error).toBeInstanceOf(SettingsError);
  expect(error.message).toMatch(new RegExp(`^${name} [^\\n]+$`));
  for (const value of [...Object.values(env), SECRET]) expect(error.message).not.toContain(value);
  return error.message;
}

describe('a secret in a file', () => {
  it.each([0o400, 0o600, 0o440])('is read when others may not read it (mode %o)', (mode) => {
    const file = directory().write('session', `${SECRET}\n`, mode);
    expect(readSettings({ SESSION_SECRET_FILE: file }, ownerDetails()).sessionSecret).toBe(SECRET);
  });

  it('can contain any of the secret settings', () => {
    const { write } = directory();
    const { database, mail, payments } = readSettings(
      {
        PAYMENT_KEY_ID_FILE: write('id', 'rzp_test_k'),
        PAYMENT_KEY_SECRET_FILE: write('key', 'key-secret'),
        PAYMENT_WEBHOOK_SECRET_FILE: write('webhook', 'new-secret,old-secret\n'),
        SMTP_URL_FILE: write('smtp', 'smtps://shop:word@mail.example'),
        DATABASE_URL_FILE: write('database', 'postgres://shop:word@127.0.0.1/shop'),
      },
      ownerDetails(),
    );
    expect(payments).toMatchObject({
      keyId: 'rzp_test_k',
      keySecret: 'key-secret',
      webhookSecrets: ['new-secret', 'old-secret'],
    });
    expect(mail.smtpUrl).toBe('smtps://shop:word@mail.example');
    expect(database).toMatchObject({ url: 'postgres://shop:word@127.0.0.1/shop' });
  });

  it('is refused when others may read or change it', () => {
    const { write } = directory();
    for (const mode of [0o404, 0o644, 0o602]) {
      const file = write('session', SECRET, mode);
      expect(errorMessage({ SESSION_SECRET_FILE: file })).toContain('chmod o= it');
      rmSync(file);
    }
  });

  it('is refused when the variable is set too', () => {
    const file = directory().write('session', SECRET);
    const both = { SESSION_SECRET: `${SECRET}y`, SESSION_SECRET_FILE: file };
    expect(errorMessage(both, 'SESSION_SECRET')).toContain('unset one of them');
  });

  it('is refused when it is missing, empty, too large or not a file', () => {
    const { path, write } = directory();
    expect(errorMessage({ SESSION_SECRET_FILE: join(path, 'none') })).toContain('ENOENT');
    expect(errorMessage({ SESSION_SECRET_FILE: write('empty', ' \n') })).toContain('empty');
    expect(errorMessage({ SESSION_SECRET_FILE: write('big', 'x'.repeat(70_000)) })).toContain(
      'large',
    );
    mkdirSync(join(path, 'folder'), 0o700);
    expect(errorMessage({ SESSION_SECRET_FILE: join(path, 'folder') })).toContain('no file');
  });
});

describe('the credentials of systemd', () => {
  it('are read by their names', () => {
    const { path, write } = directory();
    write('maalai_SESSION_SECRET', `${SECRET}\n`);
    write('other_word', 'of another service');
    expect(readSettings({ CREDENTIALS_DIRECTORY: path }, ownerDetails()).sessionSecret).toBe(
      SECRET,
    );
  });

  it('are refused when the same secret is set another way', () => {
    const { path, write } = directory();
    const file = write('maalai_SESSION_SECRET', SECRET);
    const env = { CREDENTIALS_DIRECTORY: path, SESSION_SECRET_FILE: file };
    expect(() => readSettings(env, ownerDetails())).toThrow(
      /^SESSION_SECRET is set twice: [^\n]+$/,
    );
  });

  it('are refused when they cannot be read', () => {
    const none = join(directory().path, 'none');
    expect(() => readSettings({ CREDENTIALS_DIRECTORY: none }, ownerDetails())).toThrow(
      /^CREDENTIALS_DIRECTORY cannot be read \(ENOENT\): [^\n]+$/,
    );
  });

  it('are refused under an unknown name, which may be a typo', () => {
    const { path, write } = directory();
    write('maalai_SESION_SECRET', SECRET);
    expect(() => readSettings({ CREDENTIALS_DIRECTORY: path }, ownerDetails())).toThrow(
      /^SESION_SECRET is no secret of the shop: [^\n]*SESSION_SECRET/,
    );
  });
});
