// An invitation in three steps, password, app and recovery codes, and the link of a demo.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { forgiveGuesses } from '../../server/accounts/known-browser.ts';
import { newPasswordField } from '../../server/accounts/password.ts';
import { sendToken } from '../../server/accounts/session.ts';
import type { Schema } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { readUrlEncoded } from '../../server/platform/http/request.ts';
import { formatTime } from '../../shop/dates.ts';
import { LONGEST_FORM, readDeskForm, withError } from '../form.ts';
import { goTo, sendDoor } from '../page.tsx';
import type { Desk } from '../page.tsx';
import { nothingTyped, PrintButton } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { Qr } from '../qr-code.tsx';
import { authHeaders, passCookies } from './desk-auth.ts';
import { DEMO_OWNER, endFactors, endInvitation, findInvitation } from './people.ts';
import {
  appAddress,
  checkCode,
  drawSecondFactor,
  groupRecoveryCode,
  readAppSecret,
} from './second-factor.ts';
import {
  CodeField,
  CodeForm,
  endOwnSession,
  PasswordField,
  reportSignIn,
  SignedIn,
  signIn,
} from './sign-in.tsx';
import type { DoorParts } from './sign-in.tsx';

/** Returns the routes of the links that open the desk to a person, and to the owner of a demo. */
export function invitationRoutes(parts: DoorParts): Hono<ServerEnv> {
  const { db, clock, auth, limits } = parts;
  const routes = new Hono<ServerEnv>();
  routes.get('/first/:token', async (c) => {
    const token = c.req.param('token');
    const invited = parts.isDemo && (await findInvitation(db, clock(), token));
    const isOpen = invited && invited.email === DEMO_OWNER;
    // Programs that look at links, as chats do, use none up.
    if (isOpen && c.req.method === 'HEAD') return c.body(null);
    if (!isOpen || !(await endInvitation(db, token))) {
      return sendDoor(c, 'This link has ended', LinkEnded(), 404);
    }
    await endOwnSession(c, parts);
    const { internalAdapter } = await auth.$context;
    const ensure = (trx: Transaction<Schema>) => ensurePerson(trx, clock(), DEMO_OWNER, 'Demo');
    const session = await internalAdapter.createSession(await db.transaction().execute(ensure));
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
    if (c.req.method !== 'POST') {
      // After a reload the app has the key that it was given.
      const person = await findBegun(c, parts, email);
      return person ? showApp(c, parts, person, nothingTyped) : showPassword(nothingTyped);
    }

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
    // Wrong tries of strangers, or of the person, must not outlast a new invitation.
    await forgiveGuesses(c, parts, email);
    const { user } = v.parse(SignedIn, await signedIn.json());
    await limits.code.reset({ account: user?.id });
    return goTo(c, c.req.path);
  });
  return routes;
}

const NewPasswordForm = v.object({ password: newPasswordField, repeated: v.string() });

/** Sets the password of an invited person and the key of a new app, and voids all earlier factors and sessions. */
async function startOver(
  { db, clock, auth }: DoorParts,
  email: string,
  password: string,
): Promise<void> {
  const hash = await (await auth.$context).password.hash(password);
  const factor = await drawSecondFactor(auth);
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
    await trx
      .insertInto('desk_two_factor')
      .values({ ...factor, id: randomUUID(), userId, verified: sql<boolean>`false` })
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

/** Resolves to the invited person if this browser has set the password, and the app is still to be confirmed. */
async function findBegun(c: Desk, { auth, origin }: DoorParts, email: string) {
  const found = await auth.api.getSession({ headers: authHeaders(c, origin) });
  const isBegun = found?.user.email === email && found.user.twoFactorEnabled !== true;
  return isBegun ? found.user : undefined;
}

async function showApp(
  c: Desk,
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
  c: Desk,
  parts: DoorParts,
  { email, token, lists }: { email: string; token: string; lists: URLSearchParams },
) {
  const { auth, db } = parts;
  const person = await findBegun(c, parts, email);
  // Another browser, or another link: the password comes first.
  if (person === undefined) return goTo(c, c.req.path);
  const { id } = person;
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
  await reportSignIn(c, parts, email);
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: id } });
  return sendDoor(c, 'Recovery codes', InviteCodes({ codes: backupCodes }));
}

const steps = ['Password', 'App', 'Recovery codes'] as const;

function Steps({ at }: { at: (typeof steps)[number] }) {
  return (
    <ol className="steps">
      {steps.map((step) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  );
}

function InvitePassword({ email, until, typed }: { email: string; until: string; typed: Typed }) {
  return (
    <form className="card" method="post">
      <Steps at="Password" />
      <h1>Welcome to the desk</h1>
      <p className="soft">
        For {email}. This link works once, until {until}.
      </p>
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField label="New password" {...newPassword} typed={typed} autoFocus />
      <PasswordField name="repeated" label="Repeat password" {...newPassword} typed={typed} />
      <button className="btn big">Continue</button>
    </form>
  );
}

const newPassword = { autoComplete: 'new-password' } as const;

/** `address` begins with `otpauth:`, and has the key in it. */
function InviteApp(props: { address: string; setupKey: string; typed: Typed }) {
  const { address, setupKey, typed } = props;
  return (
    <form className="card" method="post">
      <Steps at="App" />
      <h1>Add the desk to your authenticator app</h1>
      <p>
        <a className="btn next wide" href={address}>
          Open it on this phone
        </a>
      </p>
      <div className="field">
        <p className="label" id="setup-key">
          Setup key
        </p>
        <div className="key">
          <output aria-labelledby="setup-key">{setupKey.replaceAll(/.{4}(?=.)/g, '$& ')}</output>
        </div>
      </div>
      <div className="field">
        <p className="label">Or scan it with another phone</p>
        <Qr text={address} label="QR to scan" />
      </div>
      <CodeField typed={typed} hint="The 6 digits that the app shows now." />
      <button className="btn big">Finish</button>
    </form>
  );
}

function InviteCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section className="card">
      <Steps at="Recovery codes" />
      <h1>Recovery codes</h1>
      <RecoveryCodes codes={codes} />
      <a className="btn big" href="/">
        I have them: open the desk
      </a>
    </section>
  );
}

/** Codes that nobody can read again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p>
        Each opens the desk once if your phone is lost, typed in capitals or not. They are shown
        only now: print or write them down.
      </p>
      <ol className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{groupRecoveryCode(code)}</li>
        ))}
      </ol>
      <div className="row">
        <PrintButton />
      </div>
    </>
  );
}

function LinkEnded() {
  return (
    <div className="card">
      <h1>This link has ended</h1>
      <p>It works once, for 24 hours. Whoever runs the server makes a new one:</p>
      <p>
        <code>npm run desk -- invite you@example.com</code>
      </p>
      <a className="btn line" href="/sign-in">
        Sign in
      </a>
    </div>
  );
}

/** After the link of a demo: the page leads on by itself, so that the browser sends the new cookie. */
function DemoIsOpen() {
  return (
    <div className="card">
      <h1>You are in</h1>
      <p>This is a demo: nobody else needs a password either. A real shop invites its owner.</p>
      <a className="btn big" href="/">
        Open the desk
      </a>
    </div>
  );
}
