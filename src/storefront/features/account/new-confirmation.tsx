// In place of the button: says that the link of the email confirms nothing, and sends a new one.
import { useState } from 'react';
import { sendConfirmation } from '../../api/confirmation.ts';
import type { CallResult } from '../../api/http.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LostBead } from '../../ui/lost-bead.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthLink } from './auth-link.tsx';
import { FailureNote } from './failure-note.tsx';
import s from './password-form.module.css';
import type { LoginState } from './return-path.ts';
import { refreshSession, useSession } from './session.ts';

const comeBack: LoginState = { from: '/confirm-email' };

/** `why`: it was refused, or the address came without its token. */
export function NewConfirmation({ why }: { why: 'refused' | 'incomplete' }) {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const [reply, setReply] = useState<CallResult<unknown>>();

  async function send(): Promise<void> {
    setBusy(true);
    const answer = await sendConfirmation();
    setBusy(false);
    // The session has ended: the login takes the button's place.
    if (!answer.ok && answer.status === 401) await refreshSession();
    else setReply(answer);
  }

  return (
    <div className={s.form}>
      {!reply && (
        <>
          <LostBead />
          <Note role="alert">
            {why === 'refused'
              ? 'This link has been used or is too old. If you have used it, your e-mail is confirmed.'
              : 'This link is incomplete. Please open it from the e-mail again, or ask for a new one.'}
          </Note>
        </>
      )}
      {reply?.ok && (
        <output>
          <Note tone="good">
            An e-mail with a link is on its way to {session.user?.email}, unless your e-mail is
            confirmed already.
          </Note>
        </output>
      )}
      <FailureNote failure={reply?.ok ? undefined : reply} />
      {session.status === 'signed-out' ? (
        <ButtonLink to="/login" state={comeBack} wide>
          Log in to ask for a new link
        </ButtonLink>
      ) : (
        <Button wide busy={isBusy} onClick={() => void send()}>
          {isBusy ? 'Processing...' : 'Send a new link'}
        </Button>
      )}
      <AuthLink to="/home">To the shop</AuthLink>
    </div>
  );
}
