// /confirm-email, where the link of the e-mail leads
import { useState } from 'react';
import { useHydrated } from '../platform/timing.tsx';
import {
  parseWith,
  type RequestFailure,
  type RequestResult,
  sendRequest,
} from '../platform/request.ts';
import type { LoginState } from '../session/login-redirect.ts';
import { refreshSession, useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { Mark } from '../ui/layout/brand.tsx';
import { LostBead } from '../ui/feedback/empty.tsx';
import {
  AuthLayout,
  AuthLink,
  type DeadLinkReason,
  deadLinkTitles,
  LinkResult,
  useLinkToken,
} from './auth-layout.tsx';
import { FailureNote } from './account-form.tsx';
import formStyles from './account-form.module.css';

export default function ConfirmEmailScreen() {
  const hydrated = useHydrated();
  const { token = '', forget } = useLinkToken();
  // Of this token: another link may be opened in the same tab, which loads no new page.
  const [outcome, setOutcome] = useState<{ token: string; is: 'confirmed' | 'refused' }>();

  function refuse(): void {
    setOutcome({ token, is: 'refused' });
    forget();
  }

  const isKnown = token === '' || token === outcome?.token;
  const came = (isKnown && outcome?.is) || (hydrated && token === '' ? 'incomplete' : undefined);
  return (
    <AuthLayout rising="bubbles" mayGrow>
      {came === 'confirmed' ? (
        <EmailConfirmed />
      ) : came ? (
        <NewConfirmation why={came} />
      ) : (
        <LinkResult
          drawing={<Mark />}
          title="Confirm your e-mail"
          text="Then our e-mails can include your delivery address."
        >
          <ConfirmForm
            key={token}
            token={token}
            onConfirmed={() => setOutcome({ token, is: 'confirmed' })}
            onRefused={refuse}
          />
        </LinkResult>
      )}
    </AuthLayout>
  );
}

function EmailConfirmed() {
  return (
    <LinkResult
      announced="status"
      drawing={<Mark />}
      title="Your e-mail is confirmed"
      text="Thank you! Our e-mails can now include your delivery address."
    >
      <ButtonLink to="/home" wide>
        To the shop
      </ButtonLink>
    </LinkResult>
  );
}

// The page that the link of the e-mail opens: one button. Merely opening the link, as a program that scans e-mails
// does, confirms nothing.

interface ConfirmFormProps {
  token: string;
  onConfirmed: () => void;
  /** The link was used, or is too old. */
  onRefused: () => void;
}

function ConfirmForm({ token, onConfirmed, onRefused }: ConfirmFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure>();

  async function confirm(): Promise<void> {
    setFailure(undefined);
    setBusy(true);
    const reply = await confirmEmail(token);
    if (reply.ok) return onConfirmed();
    if (reply.code === 'INVALID_TOKEN') return onRefused();
    setBusy(false);
    setFailure(reply);
  }

  return (
    <div className={formStyles.single}>
      <Button wide busy={isBusy} onClick={() => void confirm()}>
        {isBusy ? 'Processing...' : 'Confirm my e-mail'}
      </Button>
      <FailureNote failure={failure} />
    </div>
  );
}

// API client for confirming an e-mail address.

const done = parseWith(() => null);

/** Confirms the address that the token was sent to. 400 INVALID_TOKEN for a used or expired link. */
function confirmEmail(token: string): Promise<RequestResult<unknown>> {
  return sendRequest('/api/auth/verify-email', { method: 'POST', body: { token }, schema: done });
}

/** Sends the confirmation e-mail to the signed-in account again. 401 signed out, 429 for too many requests. */
function sendConfirmation(): Promise<RequestResult<unknown>> {
  return sendRequest('/api/auth/send-verification-email', {
    method: 'POST',
    body: {},
    schema: done,
  });
}

// Replaces the button: says that the link of the e-mail is not valid, and sends a new one.

const comeBack: LoginState = { from: '/confirm-email' };

const advice: Record<DeadLinkReason, string> = {
  refused: 'It has been used or is too old. If you have used it, your e-mail is confirmed.',
  incomplete: 'Please open it from our message again, or ask for a new one.',
};

const sentTo = (email = 'you') =>
  `An e-mail with a link is on its way to ${email}, unless your e-mail is confirmed already.`;

function NewConfirmation({ why }: { why: DeadLinkReason }) {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const [reply, setReply] = useState<RequestResult<unknown>>();

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
    <LinkResult
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
    </LinkResult>
  );
}
