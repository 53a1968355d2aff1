// The shop's own secret, the keys and pseudonyms that are derived from it, and the comparison of secrets.
import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './environment.ts';
import { SHORTEST_SESSION_SECRET } from './settings.ts';

export type Pseudonym = (text: string) => string;

/**
 * Returns the secret that signs cookies if SESSION_SECRET does not: that of a file in the directory, which nobody else on
 * the machine may read. The first process creates it. It is not in the database, so that a copy of the database gives
 * access to no account. Throws SettingsError for a damaged file.
 */
export function sessionSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  const secret = read(file) ?? create(file);
  if (secret.length < SHORTEST_SESSION_SECRET) {
    throw new SettingsError(
      `DATA_DIR has a damaged file ${file}: delete it and start again. Everybody then has to log in again.`,
    );
  }
  return secret;
}

function read(file: string): string | undefined {
  try {
    // A copied directory may have lost the mode.
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of several processes, one links its complete draft to the name of the file; the others read that file. */
function create(file: string): string {
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

/** Returns the key of a purpose, such as 'maalai.device'. As a KeyObject: with a buffer, an HMAC takes six times as long. */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}

/**
 * Returns a function that maps e-mail and IP addresses to 12 characters for the log: equal for equal addresses as long
 * as `secret` stays the same, without revealing them.
 */
export function createPseudonym(secret: string): Pseudonym {
  const key = deriveKey(secret, 'maalai.pseudonym');
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 12);
}

/** Returns whether both are equal, in a time that does not depend on the bytes that differ; the length is public. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  // timingSafeEqual throws on unequal lengths.
  return left.length === right.length && timingSafeEqual(left, right);
}
