// Logout, the same in the bar and in the menu: signs out and goes to the login screen.
import { useEffect, useState } from 'react';
import { navigate } from '../platform/navigation.tsx';

const COULD_NOT = 'We could not log you out. Please check your connection and try again.';
const SHOWN_MS = 6000;

interface Logout {
  /** Whether it led away. */
  logOut: () => Promise<boolean>;
  isBusy: boolean;
  /** For some seconds after the server could not be reached: then the person is still signed in. */
  failure: string | undefined;
}

export function useLogout(): Logout {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (failure === undefined) return;
    const timer = setTimeout(() => setFailure(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [failure]);

  async function logOut() {
    if (isBusy) return false;
    setBusy(true);
    const done = await import('../account/log-out.ts').then(
      (module) => module.logOut(),
      () => false,
    );
    setBusy(false);
    setFailure(done ? undefined : COULD_NOT);
    if (done) navigate('/login');
    return done;
  }

  return { logOut, isBusy, failure };
}
