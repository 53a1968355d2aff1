// Replaces the button: says that the link of the e-mail is not valid, and sends a new one.
import { useState } from 'react';
import { sendConfirmation } from './confirmation.ts';
import type { CallResult } from '../platform/request.ts';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { LostBead } from '../ui/feedback/lost-bead.tsx';
import { Mark } from '../ui/layout/brand.tsx';
import { AuthLink } from './auth-link.tsx';
import { FailureNote } from './failure-note.tsx';
import { deadLinkTitles, LinkNews, type DeadLinkReason } from './link-news.tsx';
import type { LoginState } from '../session/login-redirect.ts';
import { refreshSession, useSession } from '../session/session.ts';

const comeBack: LoginState = { from: '/confirm-email' };

const advice: Record<DeadLinkReason, string> = {
  refused: 'It has been used or is too old. If you have used it, your e-mail is confirmed.',
  incomplete: 'Please open it from our message again, or ask for a new one.',
};

const sentTo = (email = 'you') =>
  `An e-mail with a link is on its way to ${email}, unless your e-mail is confirmed already.`;

export function NewConfirmation({ why }: { why: DeadLinkReason }) {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const [reply, setReply] = useState<CallResult<unknown>>();

  async function send(): Promise<void> {
    setBusy(true);
    const result = await sendConfirmation();
    setBusy(false);
    // The session has ended: the login replaces the button.
    if (!result.ok && result.status === 401) await refreshSession();
    else setReply(result);
  }

  const isSent = reply?.ok === true;
  return (
    <LinkNews
      announced={isSent ? 'status' : 'alert'}
      drawing={isSent ? <Mark /> : <LostBead />}
      title={isSent ? 'A new link is coming' : deadLinkTitles[why]}
      text={isSent ? sentTo(session.user?.email) : advice[why]}
    >
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
    </LinkNews>
  );
}
