// Requests the link that sets a new password. The message afterwards is the same for every e-mail.
import { useState } from 'react';
import { requestPasswordReset } from './password.ts';
import { checkForgotten } from './password-reset.ts';
import { Button } from '../ui/form/button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { EmailField } from './email-field.tsx';
import { FailureNote } from './failure-note.tsx';
import s from './password-form.module.css';
import { useAccountForm } from './account-form.tsx';

export function ForgottenForm({ email }: { email: string | undefined }) {
  const [sentTo, setSentTo] = useState<string>();
  const { errors, failure, isBusy, props, button } = useAccountForm({
    check(texts) {
      setSentTo(undefined);
      return checkForgotten(texts);
    },
    send: ({ email: typed }) => requestPasswordReset(typed),
    onDone: (_reply, { email: typed }) => setSentTo(typed),
  });

  return (
    <form {...props} className={s.form}>
      <EmailField error={errors.email} email={email} />
      <Button {...button} wide>
        {isBusy ? 'Processing...' : 'Send the link'}
      </Button>
      {sentTo !== undefined && (
        <output>
          <Note tone="good">
            <p>
              If {sentTo} has an account, an e-mail with a link is on its way. The link works once,
              for one hour.
            </p>
            <p>Nothing there? Check your spam folder, or send the link again.</p>
          </Note>
        </output>
      )}
      <FailureNote failure={failure} />
    </form>
  );
}
