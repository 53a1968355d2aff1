// /account: what signed-in visitors can change of their account.
import { useEffect, useRef, useState } from 'react';
import { setSession, type User } from '../session/session.ts';
import { useSignedIn } from '../session/login-redirect.ts';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import '../ui/motion/heaps.css';
import layout from '../ui/layout/layout.module.css';
import { LinkRow } from '../ui/layout/link-row.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Spinner } from '../ui/feedback/empty.tsx';
import { Beads } from '../ui/layout/title.tsx';
import { Field, Input } from '../ui/form/field.tsx';
import { changeName, changePassword, DeleteAccount, Devices } from './password-dialog.tsx';
import { checkName, checkPasswordChange } from './account-rules.ts';
import { FormOutcome, PasswordField, useAccountForm } from './account-form.tsx';
import s from './account-screen.module.css';
import formStyles from './account-form.module.css';

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

// The form that changes the password, for people who know the current one.

interface ChangePasswordFormProps {
  email: string;
  onChanged: () => void;
}

function ChangePasswordForm({ email, onChanged }: ChangePasswordFormProps) {
  const form = useAccountForm({
    check: checkPasswordChange,
    send: changePassword,
    onDone(_reply, _value, element) {
      element.reset();
      onChanged();
    },
  });
  const { errors, isBusy } = form;
  return (
    <form {...form.props} className={formStyles.form}>
      {/* For password managers: the account of the password */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        error={errors.newPassword}
        hint="At least 6 characters"
      />
      <Button type="submit" variant="line" busy={isBusy} className={formStyles.button}>
        {isBusy ? 'Processing...' : 'Change password'}
      </Button>
      <FormOutcome form={form}>
        Your password is changed, and every other device is logged out.
      </FormOutcome>
    </form>
  );
}

/** Returns what to call somebody: 'Kavya' for 'Kavya Raman' and for 'R. Kavya'. */
export function givenName(name: string): string {
  const isInitial = (word: string) => word.length < 2 || word.endsWith('.');
  return name.split(/\s+/).find((word) => !isInitial(word)) ?? name;
}

// Logs the account out on every device, for a phone that was lost or lent.

const COULD_NOT = 'We could not log you out. Please check your connection and try again.';

/** The screen around it follows the session: it redirects to the login once the session has ended. */
function LogOutEverywhere({ onLogOut }: { onLogOut: () => Promise<boolean> }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function logOut(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const done = await onLogOut().catch(() => false);
    setBusy(false);
    if (!done) setFailure(COULD_NOT);
  }

  return (
    <>
      <span>Lost a phone, or logged in on someone else’s?</span>
      <Button variant="quiet" busy={isBusy} onClick={() => void logOut()}>
        Log out everywhere
      </Button>
      {failure !== undefined && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
    </>
  );
}

// The form for the name of the account, below the e-mail of the account.

function NameForm({ user }: { user: User }) {
  const [typed, setTyped] = useState(user.name);
  const form = useAccountForm({
    check: checkName,
    send: ({ name }) => changeName(name),
    onDone: (_reply, { name }) => void setSession({ ...user, name }),
  });
  const { errors, isBusy } = form;
  return (
    <form {...form.props} className={formStyles.form}>
      {/* without a `name` attribute, because it is not sent */}
      <Field label="Email" hint="You log in with it.">
        {(control) => <Input {...control} type="email" value={user.email} readOnly />}
      </Field>
      <Field label="Name" error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            required
            defaultValue={user.name}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={typed === user.name ? 'line' : 'fill'}
        busy={isBusy}
        className={formStyles.button}
      >
        {isBusy ? 'Processing...' : 'Save'}
      </Button>
      <FormOutcome form={form}>Your name is saved.</FormOutcome>
    </form>
  );
}
