// /account: what signed-in visitors can change of their account.
import { useEffect, useRef, useState } from 'react';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { givenName } from './given-name.ts';
import { LogOutEverywhere } from './log-out-everywhere.tsx';
import { NameForm } from './name-form.tsx';
import type { User } from '../session/api-session.ts';
import { useSignedIn } from '../session/use-signed-in.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import '../ui/motion/heaps.css';
import layout from '../ui/layout/layout.module.css';
import { LinkRow } from '../ui/layout/link-row.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { Beads } from '../ui/layout/title.tsx';
import s from './account-screen.module.css';

const logOutEverywhere = () => import('./log-out.ts').then(({ logOut }) => logOut('everywhere'));

export default function AccountScreen() {
  const [isDeleted, setDeleted] = useState(false);
  const { user, isUnreachable } = useSignedIn('/account', isDeleted);

  async function forget(userId: string): Promise<void> {
    setDeleted(true);
    const { forgetAccount } = await import('./log-out.ts');
    forgetAccount(userId);
  }

  return (
    <>
      <div className={classNames(layout.festive, layout.dark, s.field)} data-heaps>
        <div className={classNames(layout.wrap, s.head)}>
          <div className={s.words}>
            <Beads />
            <h1>Your account</h1>
            <p className={s.hello}>
              {isDeleted ? 'Goodbye' : user ? `Hello, ${givenName(user.name)}` : 'Hello'}
            </p>
          </div>
          {!isDeleted && (
            <LinkRow to="/your-orders" icon="box" title="Your orders" className={s.orders}>
              See where each one is
            </LinkRow>
          )}
        </div>
      </div>
      <div className={classNames(layout.wrap, s.place)}>
        {!user && !isUnreachable && !isDeleted && <Spinner label="Loading your account" />}
        {isUnreachable && (
          <Note tone="bad" role="alert">
            We could not reach the shop. Please check your connection and load this page again.
          </Note>
        )}
        {isDeleted && <Goodbye />}
        {user && !isDeleted && (
          <Settings key={user.id} user={user} onDeleted={() => void forget(user.id)} />
        )}
      </div>
    </>
  );
}

function Settings({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  // The list is read again when all other devices were logged out.
  const [changes, setChanges] = useState(0);
  return (
    <div className={s.columns}>
      <section className={layout.panel}>
        <h2>Your details</h2>
        <NameForm user={user} />
      </section>
      <section className={layout.panel}>
        <h2>Password</h2>
        <ChangePasswordForm email={user.email} onChanged={() => setChanges((count) => count + 1)} />
      </section>
      <section className={classNames(layout.panel, s.devices)}>
        <h2>Devices</h2>
        <Devices key={changes} />
        <div className={s.line}>
          <LogOutEverywhere onLogOut={logOutEverywhere} />
        </div>
      </section>
      {/* The least prominent of the four, because nobody should press it by accident */}
      <div className={classNames(s.line, s.last)}>
        <DeleteAccount onDeleted={onDeleted} />
      </div>
    </div>
  );
}

function Goodbye() {
  const place = useRef<HTMLDivElement>(null);

  // The button that led here is gone, and with it the focus.
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    place.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={place} tabIndex={-1} className={classNames(layout.stack, s.goodbye)}>
      <output>
        <Note tone="good">
          Your account is deleted. We are sending you an e-mail that says what we keep, and for how
          long.
        </Note>
      </output>
      <ButtonLink to="/home">To the shop</ButtonLink>
    </div>
  );
}
