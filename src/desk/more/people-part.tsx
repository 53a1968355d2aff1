// Who may open the desk: invited, signed out everywhere, removed, and given new recovery codes.
import { Hono } from 'hono';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { findDone, inTransaction, recordAct } from '../../server/acts/acts.ts';
import type { Database, Schema } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { emailField, idField } from '../../shop/forms/fields.ts';
import type { Confirm } from '../door/confirm.tsx';
import type { DeskAuth } from '../door/desk-auth.ts';
import { RecoveryCodes } from '../door/invitation.tsx';
import { endSessions, inviteAgain, listPeople, removePerson } from '../door/people.ts';
import type { Person } from '../door/people.ts';
import { countRecoveryCodes, renewRecoveryCodes } from '../door/second-factor.ts';
import {
  ActForm,
  asNewAct,
  done,
  drawForm,
  errorNotice,
  readDeskForm,
  readDoneAct,
  toAct,
  warn,
} from '../form.ts';
import { goTo, sendPage } from '../page.tsx';
import type { Desk } from '../page.tsx';
import { Field, Hidden, nothingTyped, NoticeMessage } from '../parts.tsx';
import type { Notice, Typed } from '../parts.tsx';
import { timeWords } from '../texts.ts';

export interface PeopleParts {
  db: Database;
  clock: () => Date;
  auth: DeskAuth;
  confirm: Confirm;
  /** The desk's own address. */
  origin: string;
  /** Sends the page More, with what it says about people. */
  show: (c: Desk, notice: Notice, status: 400) => Promise<Response>;
}

const PersonId = idField('There is no such person', 64);
const InviteForm = v.object({ ...ActForm.entries, email: emailField });
const BACK = '/more#people';

/** Returns the routes with their full paths. */
export function peopleRoutes(parts: PeopleParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/more/invite', (c) => showInvite(c, nothingTyped))
    .post('/more/invite', (c) => sendInvitation(c, parts))
    .post('/more/recovery-codes', (c) => renewCodes(c, parts))
    .post('/more/people/:id/sign-out', (c) =>
      change(c, parts, 'sign out', (trx, { id }) => endSessions(trx, id)),
    )
    .post('/more/people/:id/remove', (c) =>
      change(c, parts, 'remove person', (trx, { email }) => removePerson(trx, email)),
    );
}

/** Does something with a person, once an act. A removal is asked about; who is signed out can sign in again. */
async function change(
  c: Desk,
  parts: PeopleParts,
  kind: 'sign out' | 'remove person',
  work: (trx: Transaction<Schema>, person: Person) => Promise<unknown>,
) {
  const form = await readDeskForm(c, ActForm);
  const id = v.safeParse(PersonId, c.req.param('id'));
  const people = await listPeople(parts.db);
  const person = people.find((each) => id.success && each.id === id.output);
  if (!form.ok) return parts.show(c, errorNotice(form.typed, 'Nothing was done'), 400);
  // Removed by this form before, as a rule.
  if (person === undefined) return goTo(c, BACK, form.value.act);
  const isLast = people.length === 1;
  const left = isLast ? '. Nobody is left then: whoever runs the server makes a new link.' : '';
  const what = `Remove ${person.email} from the desk, and end what is open there${left}`;
  const question =
    kind === 'remove person' &&
    (await parts.confirm(c, { what, lists: form.lists, back: BACK, isFinal: true }));
  if (question) return question;
  const act = toAct(c, form, kind, person.id);
  await inTransaction(parts, async (trx, now) => {
    if (await findDone(trx, act)) return;
    await work(trx, person);
    await recordAct(trx, now, act, { email: person.email });
  });
  return goTo(c, BACK, act.id);
}

function showInvite(c: Desk, typed: Typed, notice?: Notice) {
  const body = (
    <form className="card" method="post" action="/more/invite">
      <p>
        The link works once, for 24 hours. For somebody who is at the desk already, it ends their
        sessions, password and app at once.
      </p>
      <Hidden {...drawForm(undefined, typed)} />
      <Field name="email" label="Email" type="email" autoComplete="off" typed={typed} />
      <button className="btn">Invite</button>
    </form>
  );
  const status = notice ? 400 : 200;
  return sendPage(c, { title: 'Invite', current: 'more', main: 'one', notice, body, status });
}

const usedUp = warn(
  'The link was shown before.',
  'Invite once more for another one: it ends the first.',
);

/** The link is on this page alone: the database has its hash. Of two, the later one works. */
async function sendInvitation(c: Desk, parts: PeopleParts) {
  const { origin, confirm } = parts;
  const form = await readDeskForm(c, InviteForm);
  if (!form.ok) return showInvite(c, form.typed, errorNotice(form.typed, 'Nobody was invited'));
  const { email } = form.value;
  const what = `Make a link that opens the desk to ${email}`;
  const question = await confirm(c, { what, lists: form.lists, back: '/more/invite' });
  if (question) return question;
  const act = toAct(c, form, 'invite');
  const path = await inTransaction(parts, async (trx, now) => {
    if (await findDone(trx, act)) return undefined;
    await recordAct(trx, now, act, { email });
    return inviteAgain(trx, now, email);
  });
  if (path === undefined) return showInvite(c, asNewAct(form.typed), usedUp);
  const body = (
    <div className="card">
      <p>
        Send it to <b>{email}</b>. It works once, for 24 hours, and is shown only now.
      </p>
      <p className="key" aria-label="Link">
        {origin + path}
      </p>
      <a className="btn line" href={BACK}>
        Back to More
      </a>
    </div>
  );
  return sendPage(c, { title: 'Invited', current: 'more', main: 'one', body });
}

async function renewCodes(c: Desk, parts: PeopleParts) {
  const form = await readDeskForm(c, ActForm);
  if (!form.ok) return parts.show(c, errorNotice(form.typed, 'Nothing was done'), 400);
  const { id } = c.get('person');
  if ((await countRecoveryCodes(parts.auth, id)) === undefined) {
    throw new ProblemError(409, 'This account has no second factor, so no recovery codes either.');
  }
  const what = 'Make new recovery codes: those that you have end';
  const question = await parts.confirm(c, { what, lists: form.lists, back: BACK, isFinal: true });
  if (question) return question;
  const act = toAct(c, form, 'recovery codes', id);
  const codes = await inTransaction(parts, async (trx, now) => {
    if (await findDone(trx, act)) return undefined;
    await recordAct(trx, now, act, {});
    return renewRecoveryCodes({ db: trx, auth: parts.auth }, id);
  });
  // They were shown, and nobody can read them again.
  if (codes === undefined) return goTo(c, BACK);
  const body = (
    <section className="card">
      <RecoveryCodes codes={codes} />
      <a className="btn" href={BACK}>
        I have them
      </a>
    </section>
  );
  return sendPage(c, { title: 'Recovery codes', current: 'more', main: 'one', body });
}

/** Returns what the last form about a person did; undefined if the page says none. */
async function readPeopleNotice(c: Desk, db: Database): Promise<Notice | undefined> {
  const act = await readDoneAct(c, db);
  const { email } = (act?.result ?? {}) as { email?: string };
  if (act?.kind === 'sign out') return done(`${email} is signed out everywhere.`);
  if (act?.kind === 'remove person') return done(`${email} can open the desk no more.`);
  return undefined;
}

/** Resolves to the part of the page about people. */
export async function peoplePart(
  c: Desk,
  { db, auth }: Pick<PeopleParts, 'db' | 'auth'>,
  now: Date,
  message?: Notice,
) {
  const people = await listPeople(db);
  const left = await countRecoveryCodes(auth, c.get('person').id);
  const notice = message ?? (await readPeopleNotice(c, db));
  return (
    <section className="sec" aria-labelledby="people">
      <h2 id="people">People</h2>
      {notice && <NoticeMessage {...notice} />}
      <ul className="list">
        {people.map(({ id, email, lastUse }) => (
          <li key={id} className="person">
            <b id={`who-${id}`}>{email}</b>
            <p className="soft">
              {lastUse === undefined ? 'Not signed in yet' : `Last here ${timeWords(lastUse, now)}`}
            </p>
            <div className="row">
              <PersonForm id={id} act="sign-out" label="Sign out" />
              <PersonForm id={id} act="remove" label="Remove" />
            </div>
          </li>
        ))}
      </ul>
      <div className="row">
        <a className="btn line" href="/more/invite">
          Invite
        </a>
        {left !== undefined && (
          <form method="post" action="/more/recovery-codes">
            <Hidden {...drawForm()} />
            <button className="btn line">{`New recovery codes (${left} left)`}</button>
          </form>
        )}
      </div>
    </section>
  );
}

function PersonForm({ id, act, label }: { id: string; act: string; label: string }) {
  return (
    <form method="post" action={`/more/people/${id}/${act}`}>
      <Hidden {...drawForm()} />
      <button className="quiet" aria-describedby={`who-${id}`}>
        {label}
      </button>
    </form>
  );
}
