// The secret that signs cookies: outside of the database, so that a copy of the database opens no account.
// It is SESSION_SECRET, or a file of DATA_DIR that nobody else on the machine may read.
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../settings/settings-reader.ts';
import { SHORTEST_SESSION_SECRET } from '../settings/settings.ts';

/**
 * Reads the secret that is kept in the directory; the first process to ask makes it. Throws SettingsError
 * for a file that holds none.
 */
export function sessionSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  const secret = read(file) ?? make(file);
  if (secret.length < SHORTEST_SESSION_SECRET) {
    throw new SettingsError(
      `DATA_DIR has a damaged file ${file}: delete it and start again. Everybody then has to log in again.`,
    );
  }
  return secret;
}

function read(file: string): string | undefined {
  try {
    // A copied directory may have lost it.
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of several processes one gives the file its name, which is whole by then; the others take what it says. */
function make(file: string): string {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const secret = `${randomBytes(32).toString('base64url')}\n`;
    writeFileSync(draft, secret, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
