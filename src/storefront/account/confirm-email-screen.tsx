// /confirm-email, where the link of the e-mail leads: one button. Merely opening the link, as a program that scans
// e-mails does, confirms nothing.
import { useState } from 'react';
import type { RequestFailure, RequestResult } from '../platform/request.ts';
import { useHydrated } from '../platform/timing.tsx';
import type { LoginState } from '../session/login-redirect.ts';
import { refreshSession, useSession } from '../session/session.ts';
import { LostBead } from '../ui/feedback/empty.tsx';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import layout from '../ui/layout/layout.module.css';
import { FailureNote, post } from './account-form.tsx';
import layoutStyles from './auth-layout.module.css';
import {
  AuthLayout,
  AuthLink,
  type DeadLinkReason,
  deadLinkTitles,
  LinkResult,
  useLinkToken,
} from './auth-layout.tsx';

const comeBack: LoginState = { from: '/confirm-email' };

const advice: Record<DeadLinkReason, string> = {
  refused: 'It has been used or is too old. If you have used it, your e-mail is confirmed.',
  incomplete: 'Please open it from our message again, or ask for a new one.',
};

/** Of a garland. */
const Pendant = () => <span className={layoutStyles.pendant} />;

export default function ConfirmEmailScreen() {
  const isHydrated = useHydrated();
  const { token = '', forget } = useLinkToken();
  // Of this token: another link may be opened in the same tab, which loads no new page.
  const [outcome, setOutcome] = useState<{ token: string; is: 'confirmed' | 'refused' }>();

  function refuse(): void {
    setOutcome({ token, is: 'refused' });
    forget();
  }

  const isKnown = token === '' || token === outcome?.token;
  const state = (isKnown && outcome?.is) || (isHydrated && token === '' ? 'incomplete' : undefined);
  return (
    <AuthLayout rising="bubbles" mayGrow>
      {state === 'confirmed' ? (
        <EmailConfirmed />
      ) : state ? (
        <NewConfirmation why={state} />
      ) : (
        <LinkResult
          drawing={<Pendant />}
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
    const result = await post('verify-email', { token });
    if (result.ok) return onConfirmed();
    if (result.code === 'INVALID_TOKEN') return onRefused();
    setBusy(false);
    setFailure(result);
  }

  return (
    <div className={layout.stack}>
      <Button wide busy={isBusy} onClick={() => void confirm()}>
        {isBusy ? 'Processing...' : 'Confirm my e-mail'}
      </Button>
      <FailureNote failure={failure} />
    </div>
  );
}

function EmailConfirmed() {
  return (
    <LinkResult
      announced="status"
      drawing={<Pendant />}
      title="Your e-mail is confirmed"
      text="Thank you! Our e-mails can now include your delivery address."
    >
      <ButtonLink to="/home" wide>
        To the shop
      </ButtonLink>
    </LinkResult>
  );
}

/** Replaces the button: says that the link of the e-mail is not valid, and sends a new one to whoever is signed in. */
function NewConfirmation({ why }: { why: DeadLinkReason }) {
  const { status, user } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<RequestResult<unknown>>();

  async function send(): Promise<void> {
    setBusy(true);
    const sent = await post('send-verification-email', {});
    setBusy(false);
    // The session has ended: the login replaces the button.
    if (!sent.ok && sent.status === 401) await refreshSession();
    else setResult(sent);
  }

  const isSent = result?.ok === true;
  return (
    <LinkResult
      announced={isSent ? 'status' : 'alert'}
      drawing={isSent ? <Pendant /> : <LostBead />}
      title={isSent ? 'A new link is coming' : deadLinkTitles[why]}
      text={
        <ExactText
          text={
            isSent
              ? `An e-mail with a link is on its way to ${user?.email ?? 'you'}, unless your e-mail is confirmed already.`
              : advice[why]
          }
        />
      }
    >
      <FailureNote failure={result?.ok ? undefined : result} />
      {status === 'signed-out' ? (
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
