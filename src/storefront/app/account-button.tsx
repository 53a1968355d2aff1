// The link 'Login' or the button 'Logout', in the bar and in the menu. Both are in the page until the server has said
// who is signed in; the hint on <html> shows the likely one from the first paint.
import { useEffect, useState } from 'react';
import { useSession } from '../session/session.ts';
import { loadModule } from '../platform/load.tsx';
import { navigate } from '../platform/navigation.tsx';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Toast } from '../ui/feedback/note.tsx';
import layout from '../ui/layout/layout.module.css';

const COULD_NOT = 'We could not log you out. Please check your connection and try again.';
const SHOWN_MS = 6000;

interface AccountButtonProps {
  className?: string | undefined;
  /** As a row of the menu, which a logout closes. */
  onLeave?: (() => void) | undefined;
}

export function AccountButton({ className, onLeave }: AccountButtonProps) {
  const { status } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (failure === undefined) return;
    const timer = setTimeout(() => setFailure(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [failure]);

  async function leave(): Promise<void> {
    setBusy(true);
    const isOut = await loadModule(() => import('../account/log-out.ts')).then(
      ({ logOut }) => logOut(),
      () => false,
    );
    setBusy(false);
    setFailure(isOut ? undefined : COULD_NOT);
    if (!isOut) return;
    navigate('/login');
    onLeave?.();
  }

  const size = onLeave ? undefined : 'small';
  return (
    <>
      {status !== 'signed-in' && (
        <ButtonLink
          to="/login"
          variant={onLeave && 'line'}
          size={size}
          className={classNames(layout.ifSignedOut, className)}
        >
          Login
        </ButtonLink>
      )}
      {status !== 'signed-out' && (
        <Button
          variant="line"
          size={size}
          busy={isBusy}
          onClick={() => void leave()}
          className={classNames(layout.ifSignedIn, className)}
        >
          Logout
        </Button>
      )}
      <Toast urgent message={failure} />
    </>
  );
}
