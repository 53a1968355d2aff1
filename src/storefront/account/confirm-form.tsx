// The page that the link of the e-mail opens: one button. Merely opening the link, as a program that scans e-mails
// does, confirms nothing.
import { useState } from 'react';
import { confirmEmail } from './confirmation.ts';
import type { CallFailure } from '../platform/request.ts';
import { Button } from '../ui/form/button.tsx';
import { FailureNote } from './failure-note.tsx';
import s from './password-form.module.css';

interface ConfirmFormProps {
  token: string;
  onConfirmed: () => void;
  /** The link was used, or is too old. */
  onRefused: () => void;
}

export function ConfirmForm({ token, onConfirmed, onRefused }: ConfirmFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();

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
    <div className={s.form}>
      <Button wide busy={isBusy} onClick={() => void confirm()}>
        {isBusy ? 'Processing...' : 'Confirm my e-mail'}
      </Button>
      <FailureNote failure={failure} />
    </div>
  );
}
