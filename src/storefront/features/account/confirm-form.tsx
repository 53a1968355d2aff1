// Behind the link of the email: one button. What merely opens the link, such as a program that scans emails,
// confirms nothing.
import { useState } from 'react';
import { confirmEmail } from '../../api/confirmation.ts';
import type { CallFailure } from '../../api/http.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { FailureNote } from './failure-note.tsx';
import s from './password-form.module.css';

interface ConfirmFormProps {
  token: string;
  /** The link was used, or is too old. */
  onRefused: () => void;
}

export function ConfirmForm({ token, onRefused }: ConfirmFormProps) {
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [failure, setFailure] = useState<CallFailure>();

  async function confirm(): Promise<void> {
    setFailure(undefined);
    setState('busy');
    const reply = await confirmEmail(token);
    if (!reply.ok && reply.code === 'INVALID_TOKEN') return onRefused();
    setState(reply.ok ? 'done' : 'asking');
    if (!reply.ok) setFailure(reply);
  }

  if (state === 'done') {
    return (
      <div className={s.form}>
        <output>
          <Note tone="good">Thank you! Your e-mail is confirmed.</Note>
        </output>
        <ButtonLink to="/home" wide>
          To the shop
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={s.form}>
      <Button wide busy={state === 'busy'} onClick={() => void confirm()}>
        {state === 'busy' ? 'Processing...' : 'Confirm my e-mail'}
      </Button>
      <FailureNote failure={failure} />
    </div>
  );
}
