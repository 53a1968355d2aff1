// The environment of a process, and its secrets in files: other processes of the same user can read environment
// variables. X_FILE names the file of the secret X, as in Docker images, or it is systemd's credential maalai_X.
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
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

/** Returns the environment plus the secrets in files. Throws SettingsError with one line. */
export function withSecretFiles(env: Environment): Environment {
  const directory = env['CREDENTIALS_DIRECTORY'];
  const credentials = directory === undefined ? [] : credentialsIn(directory);
  const found: Record<string, string> = {};
  for (const name of secrets) {
    const isCredential = credentials.includes(name);
    const file = env[`${name}_FILE`]?.trim() || undefined;
    const ways = [env[name]?.trim() || undefined, file, isCredential || undefined];
    if (ways.filter((way) => way !== undefined).length > 1) {
      throw new SettingsError(
        `${name} is set twice: as a variable, by ${name}_FILE or as a credential of systemd; unset one of them`,
      );
    }
    if (file !== undefined) found[name] = readSecret(file, `${name}_FILE`);
    if (isCredential) {
      found[name] = readSecret(join(directory!, CREDENTIAL + name), `The credential of ${name}`);
    }
  }
  return { ...env, ...found };
}

/** Returns the settings that systemd provides as credentials. */
function credentialsIn(directory: string): string[] {
  const names = listFiles(directory)
    .filter((name) => name.startsWith(CREDENTIAL))
    .map((name) => name.slice(CREDENTIAL.length));
  const wrong = names.find((name) => !secrets.some((secret) => secret === name));
  if (wrong === undefined) return names;
  throw new SettingsError(
    `${wrong} is no secret of the shop: rename or remove its file. Secrets are ${secrets.join(', ')}`,
  );
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `CREDENTIALS_DIRECTORY cannot be read (${code}): systemd sets it itself`,
    );
  }
}

/** Returns the content of a secret file. Errors omit the path: it may be the secret itself, set by mistake. */
function readSecret(file: string, name: string): string {
  const wrong = (what: string) => new SettingsError(`${name} ${what}`);
  let handle: number;
  try {
    // O_NONBLOCK: opening a pipe would otherwise wait for a writer.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(`cannot be read (${code}): name a file that the user of the shop may read`);
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw wrong('is no file that holds a secret');
    if ((stat.mode & OTHERS) !== 0) {
      throw wrong('is a file that every user of this machine may open: chmod o= it');
    }
    if (stat.size > LARGEST_SECRET) throw wrong('is too large for a secret');
    const secret = readFileSync(handle, 'utf8').trim();
    if (secret === '') throw wrong('is an empty file');
    return secret;
  } finally {
    closeSync(handle);
  }
}

/** A wrong setting, as one line that names it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Returns whether the host is this machine, so that the traffic needs no encryption. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
