// Redirects a signed-in visitor from the login and sign-up screens to where they were going.
import { useEffect } from 'react';
import { navigate, useLocation } from '../platform/navigation.tsx';
import { readLoginState, returnPath } from './login-redirect.ts';
import type { LoginState } from './login-redirect.ts';
import { useSession } from './session.ts';

/** Returns the state with which the visitor came. Redirects as soon as somebody is signed in. */
export function useAuthRedirect(): LoginState {
  const state = readLoginState(useLocation().state);
  const { status } = useSession();
  const path = returnPath(state);

  useEffect(() => {
    if (status === 'signed-in') navigate(path, { replace: true });
  }, [status, path]);

  return state;
}
