// What a new password must be, and its hash. Only the server compares it with the common ones: the list is too large for a
// page.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, scrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { newPasswordField as typedPassword, normalPassword } from '../../shop/forms/sign-up.ts';
import { createFairQueue } from '../platform/http/fair-queue.ts';
import { clientNetworks, requestAddress } from '../platform/http/limits.ts';
import { projectFolder } from '../platform/programs.ts';
import { isSameSecret } from '../platform/secrets.ts';

const TOO_COMMON = 'This password is too common. Please choose another one.';

/** The 3,000 most common passwords that are long enough, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(join(projectFolder, 'src/server/accounts/common-passwords.txt'), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** A new password as a client sends it: long enough, and none that is tried first. */
export const newPasswordField = v.pipe(
  typedPassword,
  v.check((password) => !commonPasswords.has(normalPassword(password).toLowerCase()), TOO_COMMON),
);

/** OWASP's parameters: 32 MB of memory per guess. */
const current = { cost: 2 ** 15, blockSize: 8, parallelization: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const busy = 'Very many people are logging in right now. Please try again in ten seconds.';

/**
 * A hash occupies a processor for a third of a second, so callers take turns: strangers of the shop, strangers of the desk,
 * and those whose session or browser is known each in a queue of their own, so that no stranger delays them. Of the first,
 * two at most, and one processor stays free. All queues together occupy the four threads that also read and write files.
 * The longest wait is about ten seconds.
 */
const queues = {
  shop: createFairQueue({
    atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
    waiting: 30,
    busy,
  }),
  desk: createFairQueue({ atOnce: 1, waiting: 8, busy }),
  known: createFairQueue({ atOnce: 1, waiting: 8, busy }),
};

/** Whose hashes the current request makes, for code that gets no Hono context; the shop's strangers if nothing is set. */
export const hashQueue = new AsyncLocalStorage<keyof typeof queues>();

/**
 * Resolves to the hash: 'scrypt$32768$8$3$salt$key'. It begins with its parameters, so that they can be raised later
 * without locking anybody out. Throws a 503 problem while too many are waiting.
 */
export async function hashPassword(typed: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(normalPassword(typed), salt, current);
  const { cost, blockSize, parallelization } = current;
  return ['scrypt', cost, blockSize, parallelization, encode(salt), encode(key)].join('$');
}

/**
 * Resolves to whether the password is the one that was hashed, in its normal form. Throws a 503 problem while too many are
 * waiting.
 */
export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  const [scheme, cost, blockSize, parallelization, salt, key] = input.hash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const parameters = {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  };
  const password = normalPassword(input.password);
  return isSameSecret(await derive(password, Buffer.from(salt, 'base64url'), parameters), expected);
}

function derive(password: string, salt: Buffer, parameters: typeof current): Promise<Buffer> {
  const maxmem = 256 * parameters.cost * parameters.blockSize;
  const queue = queues[hashQueue.getStore() ?? 'shop'];
  return queue.run(clientNetworks(requestAddress.getStore() ?? ''), async () => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    scrypt(password, salt, KEY_BYTES, { ...parameters, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
    return promise;
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url');
}
