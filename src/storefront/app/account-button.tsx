// The link 'Login' or the button 'Logout', in the bar and in the menu. Both are in the page until the server has responded who
// is signed in; the hint on <html> shows the likely one from the first paint.
import { useEffect, useState } from 'react';
import { useSession } from '../session/session.ts';
import { loadModule } from '../platform/load.tsx';
import { navigate } from '../platform/navigation.tsx';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Toast } from '../ui/feedback/note.tsx';
import s from './account-button.module.css';

interface AccountButtonProps {
  className?: string | undefined;
  /** As a row of the menu, which a logout closes. */
  onLeave?: (() => void) | undefined;
}

export function AccountButton({ className, onLeave }: AccountButtonProps) {
  const { status } = useSession();
  const { logOut, isBusy, failure } = useLogout();
  const size = onLeave ? undefined : 'small';
  return (
    <>
      {status !== 'signed-in' && (
        <ButtonLink
          to="/login"
          variant={onLeave && 'line'}
          size={size}
          className={classNames(s.login, className)}
        >
          Login
        </ButtonLink>
      )}
      {status !== 'signed-out' && (
        <Button
          variant="line"
          size={size}
          busy={isBusy}
          onClick={() => void logOut().then((left) => left && onLeave?.())}
          className={classNames(s.logout, className)}
        >
          Logout
        </Button>
      )}
      <Toast urgent message={failure} />
    </>
  );
}

// Logout, the same in the bar and in the menu: signs out and goes to the login screen.

const COULD_NOT = 'We could not log you out. Please check your connection and try again.';
const SHOWN_MS = 6000;

interface Logout {
  /** Whether it led away. */
  logOut: () => Promise<boolean>;
  isBusy: boolean;
  /** For some seconds after the server could not be reached: then the person is still signed in. */
  failure: string | undefined;
}

function useLogout(): Logout {
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
    const done = await loadModule(() => import('../account/log-out.ts')).then(
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
