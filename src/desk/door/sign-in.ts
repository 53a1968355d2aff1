// The way in: sign-in with password and code, invitations, and the demo's link.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import {
  DemoIsOpen,
  InviteApp,
  InviteCodes,
  InvitePassword,
  LinkEnded,
  SignedOut,
  SignIn,
  SignInCode,
} from './door.tsx';
import { nothingTyped } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { formatTime } from '../../shop/dates.ts';
import { emailField } from '../../shop/forms/fields.ts';
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from '../../shop/forms/sign-up.ts';
import { rememberBrowser } from '../../server/accounts/known-browser.ts';
import type { GuessLimits } from '../../server/accounts/known-browser.ts';
import { newPasswordField } from '../../server/accounts/password.ts';
import { sendToken } from '../../server/accounts/session.ts';
import { requireAccount } from '../../server/accounts/sign-in.ts';
import type { Database, Schema } from '../../server/platform/database/schema.ts';
import type { Limits } from '../../server/platform/http/limits.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { readQuery, readUrlEncoded } from '../../server/platform/http/request.ts';
import { findChallenged, authHeaders, passCookies } from './desk-auth.ts';
import type { DeskAuth } from './desk-auth.ts';
import { LONGEST_FORM, readDeskForm, withError } from '../form.ts';
import { DEMO_OWNER, endFactors, endInvitation, findInvitation } from './people.ts';
import { goTo, sendDoor } from '../page.tsx';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { appAddress, checkCode, plainCode, readAppSecret } from './second-factor.ts';

export interface DoorParts {
  db: Database;
  clock: () => Date;
  auth: DeskAuth;
  /** Counters of the desk's own. */
  limits: GuessLimits & Limits<'deskCode'>;
  /** The desk's own address. */
  origin: string;
  /** Payments are tests: a link opens the desk without a password. */
  isDemo: boolean;
}

type C = Context<ServerEnv>;

const passwordField = v.pipe(
  v.string('Password is required'),
  v.nonEmpty('Password is required'),
  v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
);
const codeField = v.pipe(
  v.string('Code is required'),
  v.maxLength(20, 'A code has 6 digits'),
  v.transform(plainCode),
  v.nonEmpty('Code is required'),
);
const nextField = v.fallback(
  v.pipe(v.string(), v.maxLength(300), v.regex(/^\/(?![/\\])[\w./?&=%-]*$/)),
  '/',
);

const NextQuery = v.object({ next: v.optional(nextField, '/') });
const SignInForm = v.object({ email: emailField, password: passwordField, next: nextField });
const CodeForm = v.object({ code: codeField, next: nextField });
const NewPasswordForm = v.object({ password: newPasswordField, repeated: v.string() });

const DOES_NOT_FIT = 'E-mail and password do not fit. Check both and try again.';

/** Returns the routes outside the door. */
export function doorRoutes(parts: DoorParts): Hono<ServerEnv> {
  const { db, clock, auth, limits, origin } = parts;
  const routes = new Hono<ServerEnv>();
  const showCode = (c: C, typed: Typed, next: string, status: 200 | 400 | 429 = 200) =>
    sendDoor(c, 'One code more', SignInCode({ typed, next }), status);

  routes.get('/sign-in', (c) => {
    const { next } = readQuery(c, NextQuery);
    return sendDoor(c, 'Sign in', SignIn({ typed: nothingTyped, next }));
  });

  routes.post('/sign-in', async (c) => {
    const form = await readDeskForm(c, SignInForm);
    const next = v.parse(nextField, form.typed.values['next']);
    const again = (typed: Typed, status: number, problem?: string) =>
      sendDoor(c, 'Sign in', SignIn({ typed, problem, next }), status as 400);
    if (!form.ok) return again(form.typed, 400);
    const { email, password } = form.value;
    try {
      await requireAccount(c, { auth, limits }, { email, password });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const message = error.status === 401 ? DOES_NOT_FIT : error.detail;
      return again(form.typed, error.status === 401 ? 400 : error.status, message);
    }
    const response = await signIn(c, parts, { email, password });
    if (!response.ok) return again(form.typed, 400, DOES_NOT_FIT);
    const { twoFactorRedirect, user } = v.parse(SignedIn, await response.json());
    if (twoFactorRedirect !== true) {
      // Whoever has not finished an invitation has a password, but no second factor yet.
      await db
        .deleteFrom('desk_session')
        .where('userId', '=', user?.id ?? '')
        .execute();
      return again(form.typed, 400, 'Your invitation is not finished. Open its link again.');
    }
    passCookies(c, response);
    await rememberBrowser(c, auth, email);
    return goTo(c, `/sign-in/code?next=${encodeURIComponent(next)}`);
  });

  routes.get('/sign-in/code', async (c) => {
    if ((await findChallenged(c, auth)) === undefined) return goTo(c, '/sign-in');
    return showCode(c, nothingTyped, readQuery(c, NextQuery).next);
  });

  routes.post('/sign-in/code', async (c) => {
    const form = await readDeskForm(c, CodeForm);
    const userId = await findChallenged(c, auth);
    if (userId === undefined) return goTo(c, '/sign-in');
    const next = v.parse(nextField, form.typed.values['next']);
    if (!form.ok) return showCode(c, form.typed, next, 400);
    const { code } = form.value;
    const verified = await checkCode(c, parts, userId, code);
    if (!verified.ok) {
      return showCode(c, withError(form.typed, 'code', verified.message), next, verified.status);
    }
    passCookies(c, verified.response);
    return goTo(c, next);
  });

  routes.post('/sign-out', async (c) => {
    passCookies(c, await auth.api.signOut({ headers: authHeaders(c, origin), asResponse: true }));
    return goTo(c, '/sign-in');
  });

  routes.get('/first/:token', async (c) => {
    const token = c.req.param('token');
    const invited = parts.isDemo && (await findInvitation(db, clock(), token));
    if (!invited || invited.email !== DEMO_OWNER || !(await endInvitation(db, token))) {
      return sendDoor(c, 'This link has ended', LinkEnded(), 404);
    }
    const { internalAdapter } = await auth.$context;
    const userId = await db
      .transaction()
      .execute((trx) => ensurePerson(trx, clock(), DEMO_OWNER, 'Demo'));
    const session = await internalAdapter.createSession(userId);
    await sendToken(c, auth, session.token);
    c.header('Refresh', '0; url=/');
    return sendDoor(c, 'You are in', DemoIsOpen());
  });

  routes.on(['GET', 'POST'], '/invite/:token', async (c) => {
    const token = c.req.param('token');
    const invited = await findInvitation(db, clock(), token);
    if (invited === undefined || invited.email === DEMO_OWNER) {
      return sendDoor(c, 'This link has ended', LinkEnded(), 404);
    }
    const { email, expiresAt } = invited;
    const until = formatTime(expiresAt);
    const showPassword = (typed: Typed, status: 200 | 400 = 200) =>
      sendDoor(c, 'Welcome to the desk', InvitePassword({ email, until, typed }), status);
    if (c.req.method === 'GET') return showPassword(nothingTyped);

    const lists = await readUrlEncoded(c, LONGEST_FORM);
    if (lists.has('code')) return finish(c, parts, { email, token, lists });
    const form = await readDeskForm(c, NewPasswordForm, lists);
    if (!form.ok) return showPassword(form.typed, 400);
    const { password, repeated } = form.value;
    if (password !== repeated) {
      return showPassword(withError(form.typed, 'repeated', 'The two are not the same.'), 400);
    }
    await startOver(parts, email, password);
    const signedIn = await signIn(c, parts, { email, password });
    passCookies(c, signedIn);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    await auth.api.enableTwoFactor({
      body: { password, method: 'totp' },
      headers: new Headers({ origin, cookie }),
    });
    const { user } = v.parse(SignedIn, await signedIn.json());
    return showApp(c, parts, { id: user?.id ?? '', email }, nothingTyped);
  });
  return routes;
}

/** Resolves to better-auth's response, with its cookies. */
function signIn(c: C, { auth, origin }: DoorParts, body: { email: string; password: string }) {
  return auth.api.signInEmail({ body, headers: authHeaders(c, origin), asResponse: true });
}

const SignedIn = v.looseObject({
  twoFactorRedirect: v.optional(v.boolean()),
  user: v.optional(v.looseObject({ id: v.string() })),
});

/** Sets the password of an invited person, and voids all earlier factors and sessions. */
async function startOver(
  { db, clock, auth }: DoorParts,
  email: string,
  password: string,
): Promise<void> {
  const hash = await (await auth.$context).password.hash(password);
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const userId = await ensurePerson(trx, now, email, email.split('@', 1)[0] ?? email);
    await endFactors(trx, email);
    await trx.deleteFrom('desk_account').where('userId', '=', userId).execute();
    const at = now.toISOString();
    const account = { id: randomUUID(), userId, accountId: userId, providerId: 'credential' };
    await trx
      .insertInto('desk_account')
      .values({ ...account, password: hash, createdAt: at, updatedAt: at })
      .execute();
  });
}

/** Resolves to the id of the person with this e-mail, who is new if nobody has it. */
async function ensurePerson(
  trx: Transaction<Schema>,
  now: Date,
  email: string,
  name: string,
): Promise<string> {
  const [id, at] = [randomUUID(), now.toISOString()];
  await trx
    .insertInto('desk_user')
    .values({ id, email, name, emailVerified: sql<boolean>`true`, createdAt: at, updatedAt: at })
    .onConflict((same) => same.column('email').doNothing())
    .execute();
  const person = trx.selectFrom('desk_user').select('id').where('email', '=', email);
  return (await person.executeTakeFirstOrThrow()).id;
}

async function showApp(
  c: C,
  parts: DoorParts,
  { id, email }: { id: string; email: string },
  typed: Typed,
  status: 200 | 400 | 429 = 200,
) {
  const { address, key } = appAddress((await readAppSecret(parts, id)) ?? '', email);
  const body = InviteApp({ address, setupKey: key, typed });
  return sendDoor(c, 'Add the desk to your authenticator app', body, status);
}

/** The last step of an invitation: the first code of the app. Shows the recovery codes, once. */
async function finish(
  c: C,
  parts: DoorParts,
  { email, token, lists }: { email: string; token: string; lists: URLSearchParams },
) {
  const { auth, db, origin } = parts;
  const session = await auth.api.getSession({ headers: authHeaders(c, origin) });
  // Another browser, or another link: the password comes first.
  if (session?.user.email !== email) return goTo(c, c.req.path);
  const { id } = session.user;
  const form = await readDeskForm(c, CodeForm, lists);
  if (!form.ok) return showApp(c, parts, { id, email }, form.typed, 400);
  const { code } = form.value;
  const verified = await checkCode(c, parts, id, code, true);
  if (!verified.ok) {
    const typed = withError(form.typed, 'code', verified.message);
    return showApp(c, parts, { id, email }, typed, verified.status);
  }
  passCookies(c, verified.response);
  await endInvitation(db, token);
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: id } });
  return sendDoor(c, 'Recovery codes', InviteCodes({ codes: backupCodes }));
}

/** Lets nobody pass who is not signed in with both factors; a demo's owner has none. */
export function behindTheDoor(parts: DoorParts): MiddlewareHandler<ServerEnv> {
  const { auth, db, origin, isDemo } = parts;
  return async (c, next) => {
    const found = await auth.api.getSession({ headers: authHeaders(c, origin) });
    const hasFactors = found?.user.twoFactorEnabled === true;
    const isOwnerOfDemo = isDemo && found?.user.email === DEMO_OWNER;
    if (!found || !(hasFactors || isOwnerOfDemo)) {
      const { pathname, search } = new URL(c.req.url);
      if (c.req.method !== 'POST') {
        return goTo(c, `/sign-in?next=${encodeURIComponent(pathname + search)}`);
      }
      const lists = await readUrlEncoded(c, LONGEST_FORM);
      // Whoever signs in again has given a new proof.
      const fields = [...lists].filter(([name]) => !name.startsWith('confirm-'));
      const body = SignedOut({ fields, action: pathname + search });
      return sendDoor(c, 'You were signed out', body, 403);
    }
    const { session, user } = found;
    const row = await db
      .selectFrom('desk_session')
      .select('proven_at')
      .where('id', '=', session.id)
      .executeTakeFirst();
    c.set('person', {
      id: user.id,
      email: user.email,
      name: user.name,
      sessionId: session.id,
      provenAt: row?.proven_at ? new Date(row.proven_at) : session.createdAt,
      isOwnerOfDemo,
    });
    c.set('actor', user.id);
    return next();
  };
}
