// The environment of a process, and its secrets in files: other processes of the same user can read environment
// variables. X_FILE names the file of the secret X, as in Docker images, or it is systemd's credential maalai_X.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that deploy/secret.sh can store. */
export const secrets = [
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'PAYMENT_KEY_ID',
  'PAYMENT_KEY_SECRET',
  'PAYMENT_WEBHOOK_SECRET',
  'SESSION_SECRET',
  'SMTP_URL',
] as const;

const CREDENTIAL = 'maalai_';
const LARGEST_SECRET = 65_536;
const OTHERS = 0o007;

/** Returns what is set, trimmed, with the secrets in files; an empty variable counts as unset. Throws SettingsError. */
export function readEnvironment(env: Environment): Readonly<Record<string, string>> {
  const trimmed = Object.entries(env).map(([name, text]) => [name, text?.trim() ?? ''] as const);
  const values = Object.fromEntries(trimmed.filter(([, text]) => text !== ''));
  const directory = values['CREDENTIALS_DIRECTORY'];
  const credentials = directory === undefined ? [] : listCredentials(directory);
  for (const name of secrets) {
    const file = values[`${name}_FILE`];
    const isCredential = credentials.includes(name);
    if ([name in values, file !== undefined, isCredential].filter(Boolean).length > 1) {
      throw new SettingsError(
        `${name} is set twice: as a variable, by ${name}_FILE or as a credential of systemd; unset one of them`,
      );
    }
    if (file !== undefined) values[name] = readSecret(file, `${name}_FILE`);
    if (isCredential) {
      values[name] = readSecret(join(directory!, CREDENTIAL + name), `${name} as a credential`);
    }
  }
  return values;
}

/** Returns the settings that systemd provides as credentials. */
function listCredentials(directory: string): string[] {
  const files = unlessUnreadable(() => readdirSync(directory), 'CREDENTIALS_DIRECTORY');
  const names = files
    .filter((file) => file.startsWith(CREDENTIAL))
    .map((file) => file.slice(CREDENTIAL.length));
  const wrong = names.find((name) => !secrets.some((secret) => secret === name));
  if (wrong === undefined) return names;
  throw new SettingsError(
    `${wrong} is no secret of the shop: rename or remove its file. Secrets are ${secrets.join(', ')}`,
  );
}

function readSecret(file: string, name: string): string {
  const wrong = (what: string) => new SettingsError(`${name} ${what}`);
  const stat = unlessUnreadable(() => statSync(file), name);
  // Reading a pipe would wait for a writer.
  if (!stat.isFile()) throw wrong('is no file that holds a secret');
  if ((stat.mode & OTHERS) !== 0) {
    throw wrong('is a file that every user of this machine may open: chmod o= it');
  }
  if (stat.size > LARGEST_SECRET) throw wrong('is too large for a secret');
  const secret = unlessUnreadable(() => readFileSync(file, 'utf8'), name).trim();
  if (secret === '') throw wrong('is an empty file');
  return secret;
}

/** The error omits the path: it may be the secret itself, set by mistake. */
function unlessUnreadable<T>(read: () => T, name: string): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `${name} cannot be read (${code}): the user of the shop must be able to`,
    );
  }
}

/** A wrong setting, as one line that names it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Returns whether the host is this machine, or a socket's folder on it, so that the traffic needs no encryption. */
export function isLoopback(url: URL | undefined): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|%2f.*)$/i.test(url?.hostname ?? '');
}
