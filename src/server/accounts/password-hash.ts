// Hashes passwords with scrypt at OWASP's parameters (32 MB of memory per guess). Each hash begins with its parameters,
// so that they can be raised later without locking anybody out. A hash occupies a processor for a third of a second, so
// few run at once and callers take turns.
import { randomBytes, scrypt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { callerAddress } from '../platform/http/caller-address.ts';
import { createFairQueue } from '../platform/http/fair-queue.ts';
import { isSameSecret } from '../platform/is-same-secret.ts';

const current = { cost: 2 ** 15, blockSize: 8, parallelization: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * One processor stays free for everything else. Two at most: each hash occupies one of the four threads that also
 * read and write files. The longest wait is about ten seconds.
 */
const hashing = createFairQueue({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 30,
});

/** Resolves to the hash: 'scrypt$32768$8$3$salt$key'. Throws a 503 problem while too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, current);
  const { cost, blockSize, parallelization } = current;
  return ['scrypt', cost, blockSize, parallelization, encode(salt), encode(key)].join('$');
}

/**
 * Resolves to whether the password is the one that was hashed, in a time that does not reveal how close it is. Throws a
 * 503 problem while too many are waiting.
 */
export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  const [scheme, cost, blockSize, parallelization, salt, key] = input.hash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(input.password, Buffer.from(salt, 'base64url'), {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  });
  return isSameSecret(actual, expected);
}

function derive(password: string, salt: Buffer, parameters: typeof current): Promise<Buffer> {
  const maxmem = 256 * parameters.cost * parameters.blockSize;
  const work = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password, salt, KEY_BYTES, { ...parameters, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  return hashing.run(callerAddress.getStore() ?? '', work);
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url');
}
