// The test provider's keys: made once and kept, so that payments begun before a restart still verify.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const TestKeys = v.object({
  keyId: v.string(),
  keySecret: v.string(),
  webhookSecret: v.string(),
});
export type TestKeys = v.InferOutput<typeof TestKeys>;

/** The keys in `directory`, which is made if needed. */
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
  // Renamed into place: a process that dies here leaves whole keys or none.
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return keys;
}
