// The proof that is asked for again before money or addresses leave: the session may be that of a borrowed phone.
import type { Context } from 'hono';
import { Confirm } from '../../desk/door.tsx';
import { nothingTyped } from '../../desk/parts.tsx';
import type { Typed } from '../../desk/parts.tsx';
import { requirePassword } from '../accounts/sign-in.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { asShopAuth } from './auth.ts';
import type { DoorParts } from './door.ts';
import { withError } from './forms.ts';
import { asApi, sendDoor } from './page.ts';
import type { DeskEnv } from './page.ts';
import { checkCode, plainCode } from './second-factor.ts';

type C = Context<DeskEnv>;

const FRESH_MS = 10 * 60_000;

interface Question {
  /** What will happen, with amount, name and reason. */
  what: string;
  /** The whole form: it comes along, and is sent to the same path again. */
  lists: URLSearchParams;
  /** Where nothing happens. */
  back: string;
}

export type RequireFresh = (c: C, question: Question) => Promise<Response | undefined>;

/**
 * Returns the function that a route calls before a refund, an erasure or an export. It resolves to undefined if the last
 * proof of the session is younger than ten minutes or the form brings a new one, else to the page that asks for it: the
 * route returns that. A demo's owner has no proof to give, and is not asked.
 */
export function createRequireFresh(parts: DoorParts): RequireFresh {
  const { auth, db, clock, limits } = parts;
  return async (c, { what, lists, back }) => {
    const person = c.get('person');
    const now = clock();
    if (person.isOwnerOfDemo || now.getTime() - person.provenAt.getTime() < FRESH_MS)
      return undefined;
    const { pathname, search } = new URL(c.req.url);
    const showQuestion = (typed: Typed, status: 200 | 400 | 429 = 200) => {
      const fields = [...lists].filter(([name]) => !name.startsWith('confirm-'));
      const body = Confirm({ what, typed, back, fields, action: pathname + search });
      return sendDoor(c, 'Confirm it is you', body, status);
    };
    if (!lists.has('confirm-password')) return showQuestion(nothingTyped);
    const session = { id: person.sessionId, user: person };
    const password = lists.get('confirm-password') ?? '';
    try {
      await requirePassword(
        asApi(c),
        { auth: asShopAuth(auth), limits },
        { session, field: 'confirm-password', password },
      );
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status >= 500) throw error;
      const typed = withError(nothingTyped, 'confirm-password', error.detail);
      return showQuestion(typed, error.status === 429 ? 429 : 400);
    }
    const code = plainCode(lists.get('confirm-code') ?? '');
    const checked = await checkCode(c, parts, person.id, code);
    if (!checked.ok)
      return showQuestion(withError(nothingTyped, 'confirm-code', checked.message), checked.status);
    await db
      .updateTable('desk_session')
      .set({ proven_at: now.toISOString() })
      .where('id', '=', person.sessionId)
      .execute();
    return undefined;
  };
}
