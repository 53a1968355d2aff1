// What is asked before money or addresses leave, or an account goes: whether that is meant, and who it is, because the
// session may be that of a borrowed phone.
import type { ReactNode } from 'react';
import { renewToken, sendToken } from '../../server/accounts/session.ts';
import { requirePassword } from '../../server/accounts/sign-in.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { withError } from '../form.ts';
import { sendDoor } from '../page.tsx';
import type { Desk } from '../page.tsx';
import { Icon, nothingTyped } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { checkCode, plainCode } from './second-factor.ts';
import { CarriedFields, CodeField, PasswordField } from './sign-in.tsx';
import type { CarriedForm, DoorParts } from './sign-in.tsx';

const FRESH_MS = 10 * 60_000;

interface Question {
  /** What will happen, with amount, name and reason. */
  what: string;
  /** The whole form: it comes along, and is sent to the same path again. */
  lists: URLSearchParams;
  /** Fields of the page itself: their names begin with 'confirm-'. */
  children?: ReactNode;
  /** Where nothing happens. */
  back: string;
  /** It cannot be undone: the page is shown also while the proof is fresh. */
  isFinal?: boolean;
  /** What the form says once it is confirmed: another word where the question has a warning, which may come meanwhile. */
  answer?: string;
}

export type Confirm = (c: Desk, question: Question) => Promise<Response | undefined>;

/**
 * Returns the function that a route calls before a refund, an erasure or an export. It resolves to undefined if the form
 * comes from the page that asks, with a proof unless the last one of the session is younger than ten minutes; else to that
 * page: the route returns it. A demo's owner has no proof to give.
 */
export function createConfirm(parts: DoorParts): Confirm {
  const { auth, db, clock, limits } = parts;
  return async (c, { what, children, lists, back, isFinal = false, answer = 'yes' }) => {
    const person = c.get('person');
    const now = clock();
    const isFresh = person.isOwnerOfDemo || now.getTime() - person.provenAt.getTime() < FRESH_MS;
    const given = lists.get('confirm-yes');
    if (isFresh && (!isFinal || given === answer)) return undefined;
    const { pathname, search } = new URL(c.req.url);
    const showQuestion = (typed: Typed, status: 200 | 400 | 429 = 200) => {
      const fields = [...lists].filter(([name]) => !name.startsWith('confirm-'));
      const action = pathname + search;
      const body = ConfirmCard({
        what,
        children,
        typed,
        back,
        fields: [...fields, ['confirm-yes', answer]],
        action,
        needsProof: !isFresh,
      });
      return sendDoor(c, isFresh ? 'Please confirm' : 'Confirm it is you', body, status);
    };
    const isOutdated = given !== null && given !== answer;
    if (isFresh || isOutdated || !lists.has('confirm-password')) return showQuestion(nothingTyped);
    const session = { id: person.sessionId, user: person };
    const password = lists.get('confirm-password') ?? '';
    try {
      await requirePassword(c, { auth, limits }, { session, field: 'confirm-password', password });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status >= 500) throw error;
      const typed = withError(nothingTyped, 'confirm-password', error.detail);
      return showQuestion(typed, error.status === 429 ? 429 : 400);
    }
    const code = plainCode(lists.get('confirm-code') ?? '');
    const checked = await checkCode(c, parts, person.id, code);
    if (!checked.ok)
      return showQuestion(withError(nothingTyped, 'confirm-code', checked.message), checked.status);
    const token = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('desk_session')
        .set({ proven_at: now.toISOString() })
        .where('id', '=', person.sessionId)
        .execute();
      // A cookie that was copied before opens nothing any more.
      return renewToken(trx, person.sessionId, 'desk_session');
    });
    await sendToken(c, auth, token);
    return undefined;
  };
}

interface ConfirmProps extends CarriedForm {
  /** What will happen, with amount, name and reason. */
  what: ReactNode;
  children?: ReactNode;
  typed: Typed;
  back: string;
  /** The last proof is not fresh. */
  needsProof: boolean;
}

/** Asks before something happens that cannot be undone. What was typed comes along. */
function ConfirmCard({ what, children, typed, back, needsProof, ...form }: ConfirmProps) {
  return (
    <>
      <form className="card" method="post" action={form.action}>
        {/* Enter in a field presses the first button: this one does nothing. */}
        <button disabled hidden>
          Confirm
        </button>
        <h1>{needsProof ? 'Confirm it is you' : 'Please confirm'}</h1>
        <div className="msg warn">
          <Icon name="warn" />
          <p>
            <b>{what}</b>
          </p>
        </div>
        {children}
        <CarriedFields fields={form.fields} />
        {needsProof && (
          <>
            <PasswordField name="confirm-password" typed={typed} autoFocus />
            <CodeField name="confirm-code" typed={typed} />
          </>
        )}
        <button className="btn big">Confirm</button>
        <a className="quiet" href={back}>
          Back, nothing happens
        </a>
      </form>
      {needsProof && <p className="soft">Who you are is not asked again for 10 minutes.</p>}
    </>
  );
}
