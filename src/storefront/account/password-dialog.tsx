// Asks for the password before something that cannot be undone.
import { useId } from 'react';
import type { ReactNode } from 'react';
import { checkOwnPassword } from './account-rules.ts';
import type { CallResult } from '../platform/request.ts';
import { Button } from '../ui/form/button.tsx';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { FailureNote } from './failure-note.tsx';
import s from './password-dialog.module.css';
import { useAccountForm } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';

interface PasswordFormProps {
  title: string;
  /** What it does, and what it does not. */
  children: ReactNode;
  /** The text of the button that does it. */
  action: string;
  isDangerous?: boolean;
  send: (password: string) => Promise<CallResult<unknown>>;
  onDone: () => void;
  onClose: () => void;
}

export function PasswordDialog({ open, ...form }: PasswordFormProps & { open: boolean }) {
  const heading = useId();
  return (
    <Dialog open={open} onClose={form.onClose} labelledBy={heading} sheet>
      <PasswordForm {...form} heading={heading} />
    </Dialog>
  );
}

/** The dialog remounts it each time it opens, so no password stays behind. */
function PasswordForm({
  heading,
  title,
  children,
  action,
  isDangerous = false,
  send,
  onDone,
  onClose,
}: PasswordFormProps & { heading: string }) {
  const { errors, failure, isBusy, props } = useAccountForm({
    check: checkOwnPassword,
    send: ({ password }) => send(password),
    onDone,
  });
  return (
    <form {...props} className={s.form}>
      <h2 id={heading} className={s.heading}>
        {title}
      </h2>
      <div className={s.text}>{children}</div>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <FailureNote failure={failure} />
      <div className={s.actions}>
        <Button variant="line" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy} className={isDangerous ? s.danger : undefined}>
          {isBusy ? 'Processing...' : action}
        </Button>
      </div>
    </form>
  );
}
