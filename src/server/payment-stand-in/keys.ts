// The keys of the payment stand-in: created once and kept, so that payments begun before a restart can be verified.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const TestKeys = v.object({
  keyId: v.string(),
  keySecret: v.string(),
  webhookSecret: v.string(),
});
export type TestKeys = v.InferOutput<typeof TestKeys>;

/** Returns the keys in `directory`, which is created if needed. */
export function readTestKeys(directory: string): TestKeys {
  const file = join(directory, 'keys.json');
  if (existsSync(file)) return v.parse(TestKeys, JSON.parse(readFileSync(file, 'utf8')));
  const random = () => randomBytes(18).toString('base64url');
  const keys = {
    keyId: `rzp_test_${randomBytes(7).toString('hex')}`,
    keySecret: random(),
    webhookSecret: random(),
  };
  mkdirSync(directory, { recursive: true });
  writePrivately(file, keys);
  return keys;
}

/** Writes a file that only its owner can read. It replaces the file as a whole, also if the process dies here. */
export function writePrivately(file: string, content: object): void {
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}
