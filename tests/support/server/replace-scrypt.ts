// Replaces `scrypt` of Node until the test ends, also for code that has imported it.
import crypto from 'node:crypto';
import type { BinaryLike, ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

export type Scrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

/** @param replace returns what runs in place of the function that it gets */
export function replaceScrypt(replace: (scrypt: Scrypt) => Scrypt): void {
  const { scrypt } = crypto;
  const set = (hash: Scrypt) => {
    Object.assign(crypto, { scrypt: hash });
    syncBuiltinESMExports();
  };
  onTestFinished(() => set(scrypt));
  set(replace(scrypt));
}
