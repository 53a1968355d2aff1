// /account: what signed-in visitors can change of their account.
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { type Checked, checkForm, required } from '../../shop/forms/fields.ts';
import { letters } from '../../shop/forms/clean-text.ts';
import { newPasswordField, PASSWORD_HINT } from '../../shop/forms/sign-up.ts';
import { navigate } from '../platform/navigation.tsx';
import { type LoginState, useSignedIn } from '../session/login-redirect.ts';
import { setSession, type User } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { LostBead, Spinner } from '../ui/feedback/empty.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { Field, Input } from '../ui/form/field.tsx';
import { LinkRow } from '../ui/layout/link-row.tsx';
import { Beads } from '../ui/layout/title.tsx';
import layout from '../ui/layout/layout.module.css';
import '../ui/motion/heaps.css';
import { FormOutcome, PasswordField, post, useAccountForm } from './account-form.tsx';
import formStyles from './account-form.module.css';
import { DeleteAccount, Devices, loadLogOut, ownPassword } from './password-dialog.tsx';
import s from './account-screen.module.css';

const NameChange = v.object({ name: required('Name', 100) });

export function checkName(input: Record<string, unknown>): Checked<{ name: string }, 'name'> {
  return checkForm(NameChange, input);
}

const PasswordChange = v.object({ currentPassword: ownPassword, newPassword: newPasswordField });
type PasswordChange = v.InferOutput<typeof PasswordChange>;

/** Passwords are not trimmed. */
export function checkPasswordChange(
  input: Record<string, unknown>,
): Checked<PasswordChange, keyof PasswordChange> {
  return checkForm(PasswordChange, input);
}

export default function AccountScreen() {
  const [isDeleted, setDeleted] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { user, isUnreachable } = useSignedIn('/account', isDeleted || isLeaving);

  async function forget(userId: string): Promise<void> {
    setDeleted(true);
    const { forgetAccount } = await loadLogOut();
    forgetAccount(userId);
  }

  if (isDeleted) return <Goodbye />;
  return (
    <>
      <div className={classNames(layout.festive, layout.dark, s.field)} data-heaps>
        <div className={classNames(layout.wrap, s.head)}>
          <div className={s.words}>
            <Beads />
            <h1>Your account</h1>
            <p className={s.hello}>{user ? `Hello, ${givenName(user.name)}` : 'Hello'}</p>
          </div>
          <LinkRow to="/your-orders" icon="box" title="Your orders" className={s.orders}>
            See where each one is
          </LinkRow>
        </div>
      </div>
      <div className={classNames(layout.wrap, s.content)}>
        {!user && !isUnreachable && <Spinner label="Loading your account" />}
        {isUnreachable && (
          <Note tone="bad" role="alert">
            We could not reach the shop. Please check your connection and load this page again.
          </Note>
        )}
        {user && (
          <Settings
            key={user.id}
            user={user}
            onDeleted={() => void forget(user.id)}
            onLeaving={setLeaving}
          />
        )}
      </div>
    </>
  );
}

interface SettingsProps {
  user: User;
  onDeleted: () => void;
  /** Whether every device is being logged out. */
  onLeaving: (isLeaving: boolean) => void;
}

function Settings({ user, onDeleted, onLeaving }: SettingsProps) {
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
          <LogOutEverywhere onLeaving={onLeaving} />
        </div>
      </section>
      {/* The least prominent of the four, because nobody should press it by accident */}
      <div className={classNames(s.line, s.last)}>
        <DeleteAccount onDeleted={onDeleted} />
      </div>
    </div>
  );
}

/** Returns what to call somebody: 'Kavya' for 'Kavya Raman' and for 'R. Kavya'. */
export function givenName(name: string): string {
  const isInitial = (word: string) => letters(word).length < 2 || word.endsWith('.');
  return name.split(/\s+/).find((word) => !isInitial(word)) ?? name;
}

function NameForm({ user }: { user: User }) {
  const [typed, setTyped] = useState(user.name);
  const form = useAccountForm({
    check: checkName,
    send: (change) => post('update-user', change),
    onDone: (_response, { name }) => void setSession({ ...user, name }),
  });
  const { errors, isBusy } = form;
  return (
    <form {...form.props} className={layout.stack}>
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

/** For people who know the current password. It logs out all other devices. */
function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const form = useAccountForm({
    check: checkPasswordChange,
    send: (change) => post('change-password', change),
    onDone(_response, _value, element) {
      element.reset();
      onChanged();
    },
  });
  const { errors, isBusy } = form;
  return (
    <form {...form.props} className={layout.stack}>
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
        hint={PASSWORD_HINT}
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

const COULD_NOT = 'We could not log you out. Please check your connection and try again.';

/** For a phone that was lost or lent. The screen stays until it is done, and the login says that it is. */
function LogOutEverywhere({ onLeaving }: Pick<SettingsProps, 'onLeaving'>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function logOut(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    onLeaving(true);
    const done = await loadLogOut()
      .then(({ logOut: send }) => send('everywhere'))
      .catch(() => false);
    if (done) {
      const state: LoginState = { from: '/account', everywhere: true };
      navigate('/login', { replace: true, state });
      return;
    }
    onLeaving(false);
    setBusy(false);
    setFailure(COULD_NOT);
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

function Goodbye() {
  const element = useRef<HTMLDivElement>(null);

  // The button that led here is gone, and with it the focus.
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    element.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={classNames(layout.festive, layout.dark, s.field)}>
      <div ref={element} tabIndex={-1} className={classNames(layout.wrap, s.goodbye)}>
        <LostBead />
        <h1>Goodbye</h1>
        <output>
          Your account is deleted. We are sending you an{' '}
          <span className={layout.whole}>e-mail</span> that says what we keep, and for how long.
        </output>
        <ButtonLink variant="gold" to="/home">
          To the shop
        </ButtonLink>
      </div>
    </div>
  );
}
