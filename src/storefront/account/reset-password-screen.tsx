// /reset-password, where the link of the e-mail leads: a new password, typed twice
import { useState } from 'react';
import * as v from 'valibot';
import { type Checked, checkForm } from '../../shop/forms/fields.ts';
import {
  confirmPassword,
  isSamePassword,
  newPasswordField,
  PASSWORD_HINT,
  PASSWORDS_DIFFER,
} from '../../shop/forms/sign-up.ts';
import { navigate } from '../platform/navigation.tsx';
import { parseWith } from '../platform/request.ts';
import { useHydrated } from '../platform/timing.tsx';
import type { LoginState } from '../session/login-redirect.ts';
import { refreshSession } from '../session/session.ts';
import { LostBead } from '../ui/feedback/empty.tsx';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { FailureNote, PasswordField, post, useAccountForm } from './account-form.tsx';
import layout from '../ui/layout/layout.module.css';
import {
  AuthLayout,
  AuthLink,
  type DeadLinkReason,
  deadLinkTitles,
  LinkResult,
  useLinkToken,
} from './auth-layout.tsx';

const NewPasswords = v.pipe(
  v.object({ newPassword: newPasswordField, confirmPassword }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (form) => isSamePassword(form.newPassword, form.confirmPassword),
      PASSWORDS_DIFFER,
    ),
    ['confirmPassword'],
  ),
);

type NewPasswords = v.InferOutput<typeof NewPasswords>;

/** Checks the form that sets a new password. Passwords are not trimmed. */
export function checkNewPassword(
  input: Record<string, unknown>,
): Checked<NewPasswords, keyof NewPasswords> {
  return checkForm(NewPasswords, input);
}

/** The response names the account's e-mail. */
const changed = parseWith((response) => {
  const { email }: { email?: unknown } = { ...(response as object) };
  return { email: typeof email === 'string' ? email : '' };
});

export default function ResetPasswordScreen() {
  const isHydrated = useHydrated();
  const { token, forget } = useLinkToken();
  const [refused, setRefused] = useState(false);

  async function toLogin(email: string): Promise<void> {
    // A session of this browser has just ended too; the login screen must know.
    await refreshSession();
    const state: LoginState = { email, reset: true };
    navigate('/login', { replace: true, state });
  }

  function refuse(): void {
    setRefused(true);
    forget();
  }

  const why = refused ? 'refused' : isHydrated && token === undefined ? 'incomplete' : undefined;
  return (
    <AuthLayout
      rising="bubbles"
      mayGrow
      title={why ? undefined : 'Set a new password'}
      text="You will be logged out everywhere else."
    >
      {why ? (
        <DeadLink why={why} />
      ) : (
        <NewPasswordForm
          token={token}
          onChanged={(email) => void toLogin(email)}
          onRefused={refuse}
        />
      )}
    </AuthLayout>
  );
}

interface NewPasswordFormProps {
  /** From the e-mail; undefined in the prerendered page. */
  token: string | undefined;
  /** With the account's e-mail. */
  onChanged: (email: string) => void;
  /** The link was used, or is too old. */
  onRefused: () => void;
}

function NewPasswordForm({ token = '', onChanged, onRefused }: NewPasswordFormProps) {
  const { errors, failure, isBusy, isDone, props, button } = useAccountForm({
    check: checkNewPassword,
    async send({ newPassword }) {
      const result = await post('reset-password', { token, newPassword }, changed);
      if (!result.ok && result.code === 'INVALID_TOKEN') onRefused();
      return result;
    },
    onDone: ({ email }) => onChanged(email),
  });
  // Once it is done, the button stays busy until the next page is there.
  const busy = isBusy || isDone;

  return (
    <form {...props} className={layout.stack}>
      <PasswordField
        label="New Password"
        name="newPassword"
        autoComplete="new-password"
        error={errors.newPassword}
        hint={PASSWORD_HINT}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
      <Button {...button} busy={busy} wide>
        {busy ? 'Processing...' : 'Set new password'}
      </Button>
      <FailureNote failure={failure} />
    </form>
  );
}

/** Replaces the form: says that the link of the e-mail is not valid, and links to a new one. */
function DeadLink({ why }: { why: DeadLinkReason }) {
  return (
    <LinkResult
      announced="alert"
      drawing={<LostBead />}
      title={deadLinkTitles[why]}
      text={
        why === 'refused'
          ? 'It has been used or is too old, and your password was not changed. Please ask for a new one.'
          : 'Please open it from our message again, or ask for a new one.'
      }
    >
      <ButtonLink to="/forgot-password" wide>
        Ask for a new link
      </ButtonLink>
      <AuthLink to="/login">Back to login</AuthLink>
    </LinkResult>
  );
}
