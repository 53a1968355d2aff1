// /reset-password, where the link of the e-mail leads
import { useState } from 'react';
import { DeadLink } from './dead-link.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import type { LoginState } from '../session/login-redirect.ts';
import { refreshSession } from '../session/session.ts';
import { useLinkToken } from './use-link-token.ts';
import { navigate } from '../platform/navigation.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';

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
