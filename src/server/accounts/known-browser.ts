// Who is counted when a password is wrong. Whoever knows an e-mail can send wrong passwords for it, and must not lock its
// owner out by that: browsers that have signed in before, and sessions, are counted apart from strangers. Strangers who
// have used up the tries of an account are refused; its owner then has the known browser, or a link by e-mail.
import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { noteAccount } from '../platform/http/api.ts';
import type { CurrentSession, ServerEnv } from '../platform/http/api.ts';
import { countOnly } from '../platform/http/limits.ts';
import type { Caller, Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { deriveKey, isSameSecret } from '../platform/secrets.ts';
import type { AuthCore } from './auth.ts';
import { hashQueue } from './password.ts';

/** The limits of passwords, wrong and right ones. */
export type GuessLimits = Limits<'password' | 'session'>;

interface GuessParts {
  auth: AuthCore;
  limits: GuessLimits;
}

const ONE_YEAR_SECONDS = 31_536_000;

/** A phone may be shared in a household. */
const MOST_ACCOUNTS = 4;

/** Reads the cookie of a known browser: an id, the accounts that signed in as keyed hashes, and a signature. */
async function readBrowser(c: Context<ServerEnv>, auth: AuthCore) {
  const { authCookies, secret } = await auth.$context;
  const { name: sessionCookie, attributes } = authCookies.sessionToken;
  const name = sessionCookie.replace('session_token', 'device');
  const key = deriveKey(secret, 'maalai.device');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const given = getCookie(c, name) ?? '';
  const content = given.slice(0, Math.max(0, given.lastIndexOf('.')));
  const isGenuine = content !== '' && isSameSecret(given, `${content}.${sign(content)}`);
  const [id, ...accounts] = isGenuine ? content.split('.') : [];
  const mark = (email: string) => sign(`account ${email}`).slice(0, 16);
  return { name, attributes, id, accounts, sign, mark };
}

/** Resolves to the id of a browser that has signed in to the account before, else to undefined. */
export async function knownBrowser(
  c: Context<ServerEnv>,
  auth: AuthCore,
  email: string,
): Promise<string | undefined> {
  const { id, accounts, mark } = await readBrowser(c, auth);
  return accounts.includes(mark(email)) ? id : undefined;
}

/**
 * Sets the cookie by which the account's strangers do not lock this browser out. It outlives the session and signs nobody
 * in: it only decides by which limits a wrong password counts.
 */
export async function rememberBrowser(
  c: Context<ServerEnv>,
  auth: AuthCore,
  email: string,
): Promise<void> {
  const { name, attributes, id, accounts, sign, mark } = await readBrowser(c, auth);
  const own = mark(email);
  const others = accounts.filter((each) => each !== own).slice(0, MOST_ACCOUNTS - 1);
  const content = [id ?? randomBytes(16).toString('base64url'), own, ...others].join('.');
  // better-auth writes 'lax', Hono 'Lax'.
  const options = { ...attributes, maxAge: ONE_YEAR_SECONDS } as Parameters<typeof setCookie>[3];
  setCookie(c, name, `${content}.${sign(content)}`, options);
}

/**
 * Runs `check`, which throws a 401 problem for a wrong password of the account `email`. Only a wrong password counts, but
 * it is counted before the check, so that parallel guesses count too. Throws a 429 problem, without running `check`, when
 * the limits are used up, and a 503 problem when very many wait.
 * @param instead what helps besides waiting
 */
export async function countGuess<T>(
  c: Context<ServerEnv>,
  { auth, limits }: GuessParts,
  { email, instead = ', or set a new password with ‘Forgot password?’' }: Guess,
  check: () => Promise<T>,
): Promise<T> {
  noteAccount(c, email);
  const device = await knownBrowser(c, auth, email);
  const stranger = { account: email, address: c.get('clientAddress') };
  const result = await count(limits, device === undefined ? stranger : { device }, check, instead);
  await limits.session.consume(device === undefined ? stranger : { account: email });
  return result;
}

interface Guess {
  email: string;
  instead?: string;
}

/** Counts a wrong password by the session in which it was typed: nobody else can use up these tries. */
export async function countOwnGuess<T>(
  c: Context<ServerEnv>,
  { limits }: { limits: GuessLimits },
  { id, user }: CurrentSession,
  check: () => Promise<T>,
): Promise<T> {
  noteAccount(c, user.email);
  return count(limits, { device: id }, check);
}

async function count<T>(
  { password: limit }: GuessLimits,
  caller: Caller,
  check: () => Promise<T>,
  instead?: string,
): Promise<T> {
  const inTurn = () => (caller.device === undefined ? check() : hashQueue.run('known', check));
  return countOnly(isWrong, { limit, caller, instead }, inTurn);
}

const isWrong = (error: unknown) => error instanceof ProblemError && error.status === 401;

/** Forgets the wrong passwords of an account whose owner has set a new one, and knows this browser from now on. */
export async function forgiveGuesses(
  c: Context<ServerEnv>,
  { auth, limits }: GuessParts,
  email: string,
): Promise<void> {
  const { id } = await readBrowser(c, auth);
  await limits.password.reset({ account: email, device: id, address: c.get('clientAddress') });
  await rememberBrowser(c, auth, email);
}
