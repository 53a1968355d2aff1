// Who is counted when a password is wrong. Whoever knows an e-mail can send wrong passwords for it, and must not lock its
// owner out by that: browsers that have signed in before, and sessions, are counted apart from strangers, and when strangers
// have used up the fast tries of an account, a right password is still accepted, after a wait.
import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { noteAccount } from '../platform/http/api.ts';
import type { CurrentSession, ServerEnv } from '../platform/http/api.ts';
import { createFairQueue } from '../platform/http/fair-queue.ts';
import { clientNetworks, countOnly } from '../platform/http/limits.ts';
import type { Caller, Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { deriveKey, isSameSecret } from '../platform/secrets.ts';
import type { AuthCore } from './auth.ts';

/** Every limit that has to do with passwords. */
export type GuessLimits = Limits<
  | 'signIn'
  | 'fastSignIn'
  | 'slowSignIn'
  | 'knownBrowser'
  | 'knownBrowsers'
  | 'ownPassword'
  | 'newSession'
  | 'strangersSession'
>;

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
 */
export async function countGuess<T>(
  c: Context<ServerEnv>,
  { auth, limits }: GuessParts,
  email: string,
  check: () => Promise<T>,
): Promise<T> {
  noteAccount(c, email);
  const device = await knownBrowser(c, auth, email);
  const caller = { account: email, device, address: c.get('clientAddress') };
  const result = await countFirst(limits, caller, check);
  await limits.newSession.consume(caller);
  if (device === undefined) await limits.strangersSession.consume(caller);
  return result;
}

async function countFirst<T>(
  limits: GuessLimits,
  caller: Caller & { account: string },
  check: () => Promise<T>,
): Promise<T> {
  const { signIn, fastSignIn, slowSignIn, knownBrowsers } = limits;
  if (caller.device !== undefined) {
    await limits.knownBrowser.consume(caller);
    const counted = [limits.knownBrowser, knownBrowsers];
    if (await knownBrowsers.tryConsume(caller)) {
      return countOnly(isWrong, { limits: counted, caller }, check);
    }
    await limits.knownBrowser.restore(caller);
  }
  await signIn.consume(caller);
  if (await fastSignIn.tryConsume(caller)) {
    return countOnly(isWrong, { limits: [signIn, fastSignIn], caller }, check);
  }
  await signIn.restore(caller);
  await slowSignIn.consume(caller, ', or set a new password with ‘Forgot password?’');
  return countOnly(isWrong, { limits: [slowSignIn], caller }, () => runSlowly(caller, check));
}

/** Counts a wrong password by the session in which it was typed: nobody else can use up these tries. */
export async function countOwnGuess<T>(
  c: Context<ServerEnv>,
  { limits: { ownPassword } }: { limits: GuessLimits },
  { id, user }: CurrentSession,
  check: () => Promise<T>,
): Promise<T> {
  noteAccount(c, user.email);
  const caller = { device: id, address: c.get('clientAddress') };
  await ownPassword.consume(caller);
  return countOnly(isWrong, { limits: [ownPassword], caller }, check);
}

const isWrong = (error: unknown) => error instanceof ProblemError && error.status === 401;

const WAIT_MS = 3_000;
const busy =
  'Very many people are trying to log in to this account. Please try again in ten seconds, or set a new password with ‘Forgot password?’.';

/** All slow sign-ins. A browser gives up after 15 s, so nobody waits for longer than twelve. */
const slowly = createFairQueue({ atOnce: 4, waiting: 12, busy });
const slowlyByAccount = new Map<string, { queue: typeof slowly; size: number }>();

/** Runs `work` after a wait, which holds no place in the queue of hashes. One at a time of an account. */
async function runSlowly<T>(
  { account, address }: Caller & { account: string },
  work: () => Promise<T>,
): Promise<T> {
  const networks = clientNetworks(address);
  return slowly.run(networks, async () => {
    const own = slowlyByAccount.get(account) ?? {
      queue: createFairQueue({ atOnce: 1, waiting: 2, busy }),
      size: 0,
    };
    slowlyByAccount.set(account, own);
    own.size += 1;
    try {
      return await own.queue.run(networks, async () => {
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
        return work();
      });
    } finally {
      own.size -= 1;
      if (own.size === 0) slowlyByAccount.delete(account);
    }
  });
}

/** Forgets the wrong passwords of an account whose owner has set a new one, and knows this browser from now on. */
export async function forgiveGuesses(
  c: Context<ServerEnv>,
  { auth, limits }: GuessParts,
  email: string,
): Promise<void> {
  const { id } = await readBrowser(c, auth);
  const caller = { account: email, device: id, address: c.get('clientAddress') };
  const { signIn, fastSignIn, slowSignIn, knownBrowsers } = limits;
  const all = [signIn, fastSignIn, slowSignIn, limits.knownBrowser, knownBrowsers];
  for (const limit of all) await limit.reset(caller);
  await rememberBrowser(c, auth, email);
}
