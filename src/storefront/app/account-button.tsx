// The link 'Login' or the button 'Logout', in the bar and in the menu. Both are in the page until the server has responded who
// is signed in; the hint on <html> shows the likely one from the first paint.
import { useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Toast } from '../ui/feedback/toast.tsx';
import s from './account-button.module.css';
import { useLogout } from './use-logout.ts';

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
