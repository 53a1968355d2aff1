// The way in: password, then code; and who is let pass.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { deviceName } from '../../server/accounts/auth.ts';
import { countGuess, rememberBrowser } from '../../server/accounts/known-browser.ts';
import type { GuessLimits } from '../../server/accounts/known-browser.ts';
import { wrongCredentials } from '../../server/accounts/sign-in.ts';
import { enqueueMail } from '../../server/mail/outbox.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import type { Limits } from '../../server/platform/http/limits.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { readQuery, readUrlEncoded } from '../../server/platform/http/request.ts';
import { emailField } from '../../shop/forms/fields.ts';
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from '../../shop/forms/sign-up.ts';
import { LONGEST_FORM, readDeskForm, withError } from '../form.ts';
import { goTo, sendDoor } from '../page.tsx';
import type { Desk } from '../page.tsx';
import { Field, Message, nothingTyped } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { authHeaders, findChallenged, passCookies } from './desk-auth.ts';
import type { DeskAuth } from './desk-auth.ts';
import { DEMO_OWNER } from './people.ts';
import { checkCode, plainCode } from './second-factor.ts';

export interface DoorParts {
  db: Database;
  clock: () => Date;
  auth: DeskAuth;
  /** Counters of the desk's own. */
  limits: GuessLimits & Limits<'code'>;
  /** Sends at once what was put into the outbox. */
  mailer: { kick(): unknown };
  /** The desk's own address. */
  origin: string;
  /** Payments are tests: a link opens the desk without a password. */
  isDemo: boolean;
}

/** With blanks and dashes. */
const LONGEST_CODE = 40;

const passwordField = v.pipe(
  v.string('Password is required'),
  v.nonEmpty('Password is required'),
  v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
);

const codeField = v.pipe(
  v.string('Code is required'),
  v.maxLength(LONGEST_CODE, 'A code has 6 digits, a recovery code 8 letters'),
  v.transform(plainCode),
  v.nonEmpty('Code is required'),
);

const nextField = v.fallback(
  // Visible ASCII: a search that was typed has its blanks and letters encoded, each up to nine characters.
  v.pipe(v.string(), v.maxLength(2_000), v.regex(/^\/(?![/\\])[!#-[\]-~]*$/)),
  '/',
);

const NextQuery = v.object({ next: v.optional(nextField, '/') });

const SignInForm = v.object({ email: emailField, password: passwordField, next: nextField });

export const CodeForm = v.object({ code: codeField, next: nextField });

const DOES_NOT_FIT = 'E-mail and password do not fit. Check both and try again.';

/** Returns the routes outside the door. */
export function doorRoutes(parts: DoorParts): Hono<ServerEnv> {
  const { db, auth, limits, origin } = parts;
  const routes = new Hono<ServerEnv>();
  const showCode = (c: Desk, typed: Typed, next: string, status: 200 | 400 | 429 = 200) =>
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
    const guess = { email, instead: ', or ask for a new invitation' };
    let response;
    try {
      response = await countGuess(c, { auth, limits }, guess, async () => {
        const signedIn = await signIn(c, parts, { email, password });
        if (!signedIn.ok) throw wrongCredentials();
        return signedIn;
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const message = error.status === 401 ? DOES_NOT_FIT : error.detail;
      return again(form.typed, error.status === 401 ? 400 : error.status, message);
    }
    const { twoFactorRedirect, user } = v.parse(SignedIn, await response.json());
    if (twoFactorRedirect !== true) {
      // Whoever has not finished an invitation has a password, but no second factor yet.
      const { id = '' } = user ?? {};
      await db.deleteFrom('desk_session').where('userId', '=', id).execute();
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
    const { user } = v.parse(SignedIn, await verified.response.json());
    await reportSignIn(c, parts, user?.email ?? '');
    return goTo(c, next);
  });

  routes.post('/sign-out', async (c) => {
    passCookies(c, await auth.api.signOut({ headers: authHeaders(c, origin), asResponse: true }));
    return goTo(c, '/sign-in');
  });

  return routes;
}

/** Resolves to better-auth's response, with its cookies. The session that the browser had ends. */
export async function signIn(
  c: Desk,
  parts: DoorParts,
  body: { email: string; password: string },
): Promise<Response> {
  const { auth, origin } = parts;
  const headers = authHeaders(c, origin);
  const response = await auth.api.signInEmail({ body, headers, asResponse: true });
  if (response.ok) await endOwnSession(c, parts);
  return response;
}

/** Ends the session of the request's cookie, which another cookie replaces: it must not stay valid for anybody else. */
export async function endOwnSession(c: Desk, { auth, db, origin }: DoorParts): Promise<void> {
  const found = await auth.api.getSession({ headers: authHeaders(c, origin) });
  if (found) await db.deleteFrom('desk_session').where('id', '=', found.session.id).execute();
}

/** Lets a person know that somebody has signed in as them. */
export async function reportSignIn(
  c: Desk,
  { db, clock, mailer }: DoorParts,
  email: string,
): Promise<void> {
  const now = clock();
  const device = deviceName(c.req.header('user-agent'));
  const facts = { email, signedInAt: now.toISOString(), device };
  const mail = { kind: 'desk-sign-in', dedupeKey: `desk-sign-in:${randomUUID()}`, facts } as const;
  await db.transaction().execute((trx) => enqueueMail(trx, now, [{ ...mail, recipient: email }]));
  void mailer.kick();
}

export const SignedIn = v.looseObject({
  twoFactorRedirect: v.optional(v.boolean()),
  user: v.optional(v.looseObject({ id: v.string(), email: v.string() })),
});

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
    const { id, email, name } = user;
    const find = db.selectFrom('desk_session').select('proven_at').where('id', '=', session.id);
    const { proven_at } = (await find.executeTakeFirst()) ?? {};
    const provenAt = proven_at ? new Date(proven_at) : session.createdAt;
    c.set('person', { id, email, name, sessionId: session.id, provenAt, isOwnerOfDemo });
    c.set('actor', user.id);
    return next();
  };
}

/** `problem`: why it did not work. `next`: where to go afterwards. */
interface SignInProps {
  typed: Typed;
  problem?: string | undefined;
  next: string;
}

function SignIn({ typed, problem, next }: SignInProps) {
  const isAgain = typed.values['email'] !== undefined;
  return (
    <>
      <form className="card" method="post" action="/sign-in">
        <h1>Sign in</h1>
        {problem !== undefined && <Message tone="bad" title={problem} />}
        <input type="hidden" name="next" value={next} />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          typed={typed}
          autoFocus={!isAgain}
        />
        <PasswordField typed={typed} autoFocus={isAgain} />
        <button className="btn big">Sign in</button>
      </form>
      <p className="soft">
        No account, or a lost phone? Whoever runs the server makes a new link:{' '}
        <code>npm run desk -- invite</code>
      </p>
    </>
  );
}

function SignInCode({ typed, next }: Pick<SignInProps, 'typed' | 'next'>) {
  return (
    <form className="card" method="post" action="/sign-in/code">
      <h1>One code more</h1>
      <input type="hidden" name="next" value={next} />
      <CodeField typed={typed} hint="6 digits from your app, or a recovery code." />
      <button className="btn big">Sign in</button>
      <a className="quiet" href="/sign-in">
        Not you? Begin again
      </a>
    </form>
  );
}

/** For a form that was sent after the session had ended: nothing that was typed is lost. */
function SignedOut({ fields, action }: CarriedForm) {
  return (
    <form className="card" method="post" action={action}>
      <h1>You were signed out</h1>
      <Message tone="bad" title="Nothing was saved yet.">
        Sign in in a new tab, then come back here and send it again.
      </Message>
      <CarriedFields fields={fields} />
      <a className="btn line" href="/sign-in" target="_blank" rel="noreferrer">
        Sign in in a new tab
      </a>
      <button className="btn big">Send again</button>
    </form>
  );
}

interface SecretProps {
  typed: Typed;
  name?: string;
  label?: string;
  autoComplete?: 'current-password' | 'new-password';
  autoFocus?: boolean;
  hint?: string;
}

/** A password: what was typed is never sent back. */
export function PasswordField({ typed: { errors }, ...own }: SecretProps) {
  const typed = { values: {}, errors };
  const usual = { name: 'password', label: 'Password', autoComplete: 'current-password' } as const;
  return <Field type="password" typed={typed} {...usual} {...own} />;
}

/** A code of the app, or a recovery code: it is never sent back either. */
export function CodeField({
  typed: { errors },
  ...own
}: Pick<SecretProps, 'typed' | 'name' | 'hint'>) {
  const typed = { values: {}, errors };
  const usual = { name: 'code', label: 'Code', autoFocus: own.hint !== undefined };
  return (
    <Field
      autoComplete="one-time-code"
      maxLength={LONGEST_CODE}
      typed={typed}
      {...usual}
      {...own}
    />
  );
}

export interface CarriedForm {
  /** What was typed, in its order. */
  fields: readonly (readonly [string, string])[];
  action: string;
}

export function CarriedFields({ fields }: Pick<CarriedForm, 'fields'>) {
  return fields.map(([name, value], at) => (
    <input key={`${name} ${at}`} type="hidden" name={name} value={value} />
  ));
}
