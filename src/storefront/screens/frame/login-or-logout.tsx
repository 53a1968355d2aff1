// The link 'Login' or the button 'Logout'. Both are in the page until the server has responded who is signed in; the
// hint on <html> shows the likely one from the first paint.
import { useSession } from '../../features/account/session.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Toast } from '../../ui/toast.tsx';
import s from './login-or-logout.module.css';
import { useLogout } from './use-logout.ts';

/** In the bar, on wide screens. */
export function AccountButton({ className }: { className?: string | undefined }) {
  const { status } = useSession();
  const { logOut, isBusy, failure } = useLogout();
  return (
    <>
      {status !== 'signed-in' && (
        <ButtonLink to="/login" size="small" className={classNames(s.login, className)}>
          Login
        </ButtonLink>
      )}
      {status !== 'signed-out' && (
        <Button
          variant="line"
          size="small"
          busy={isBusy}
          onClick={() => void logOut()}
          className={classNames(s.logout, className)}
        >
          Logout
        </Button>
      )}
      <Toast urgent message={failure} />
    </>
  );
}

/** A row of the menu. */
export function AccountRow({ onLeave }: { onLeave: () => void }) {
  const { status } = useSession();
  const { logOut, isBusy, failure } = useLogout();
  return (
    <>
      {status !== 'signed-in' && (
        <li className={s.login}>
          <AppLink to="/login" onClick={onLeave}>
            <Icon name="user" />
            Login
          </AppLink>
        </li>
      )}
      {status !== 'signed-out' && (
        <li className={s.logout}>
          <button
            type="button"
            aria-busy={isBusy || undefined}
            onClick={() => void logOut().then((left) => left && onLeave())}
          >
            <Icon name="user" />
            Logout
          </button>
          <Toast urgent message={failure} />
        </li>
      )}
    </>
  );
}
