// The pages outside the door: sign-in, an invitation in three steps, and the question before money or addresses leave.
import type { ReactNode } from 'react';
import { Field, Icon, Message, PrintButton } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { Qr } from '../qr-code.tsx';

interface SignInProps {
  typed: Typed;
  /** Why it did not work. */
  problem?: string | undefined;
  /** Where to go afterwards. */
  next: string;
}

export function SignIn({ typed, problem, next }: SignInProps) {
  const isAgain = typed.values['email'] !== undefined;
  return (
    <>
      <form className="card" method="post" action="/sign-in">
        <h1>Sign in</h1>
        {problem !== undefined && <Message tone="bad" title={problem} />}
        <input type="hidden" name="next" value={next} />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          typed={typed}
          autoFocus={!isAgain}
        />
        <PasswordField typed={typed} autoFocus={isAgain} />
        <button className="btn big">Sign in</button>
      </form>
      <p className="soft">
        No account, or a lost phone? Whoever runs the server makes a new link:{' '}
        <code>npm run desk -- invite</code>
      </p>
    </>
  );
}

interface SecretProps {
  typed: Typed;
  name?: string;
  label?: string;
  autoComplete?: 'current-password' | 'new-password';
  autoFocus?: boolean;
  hint?: string;
}

/** A password: what was typed is never sent back. */
function PasswordField({ typed: { errors }, ...own }: SecretProps) {
  const typed = { values: {}, errors };
  const usual = { name: 'password', label: 'Password', autoComplete: 'current-password' } as const;
  return <Field type="password" typed={typed} {...usual} {...own} />;
}

export function SignInCode({ typed, next }: Pick<SignInProps, 'typed' | 'next'>) {
  return (
    <form className="card" method="post" action="/sign-in/code">
      <h1>One code more</h1>
      <input type="hidden" name="next" value={next} />
      <CodeField typed={typed} hint="6 digits from your app, or a recovery code." />
      <button className="btn big">Sign in</button>
      <a className="quiet" href="/sign-in">
        Not you? Begin again
      </a>
    </form>
  );
}

/** A code of the app, or a recovery code: it is never sent back either. */
function CodeField({ typed: { errors }, ...own }: Pick<SecretProps, 'typed' | 'name' | 'hint'>) {
  const typed = { values: {}, errors };
  const usual = { name: 'code', label: 'Code', autoFocus: own.hint !== undefined };
  return <Field autoComplete="one-time-code" maxLength={20} typed={typed} {...usual} {...own} />;
}

const steps = ['Password', 'App', 'Recovery codes'] as const;

function Steps({ at }: { at: (typeof steps)[number] }) {
  return (
    <ol className="steps">
      {steps.map((step) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  );
}

interface InvitedProps {
  email: string;
  /** Until when the link works, in words. */
  until: string;
  typed: Typed;
}

export function InvitePassword({ email, until, typed }: InvitedProps) {
  return (
    <form className="card" method="post">
      <Steps at="Password" />
      <h1>Welcome to the desk</h1>
      <p className="soft">
        For {email}. This link works once, until {until}.
      </p>
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField label="New password" autoComplete="new-password" typed={typed} autoFocus />
      <PasswordField
        name="repeated"
        label="Repeat password"
        autoComplete="new-password"
        typed={typed}
      />
      <button className="btn big">Continue</button>
    </form>
  );
}

interface AppProps {
  /** An `otpauth:` address. */
  address: string;
  /** The key in it. */
  setupKey: string;
  typed: Typed;
}

export function InviteApp({ address, setupKey, typed }: AppProps) {
  return (
    <form className="card" method="post">
      <Steps at="App" />
      <h1>Add the desk to your authenticator app</h1>
      <p>
        <a className="btn next wide" href={address}>
          Open it on this phone
        </a>
      </p>
      <div className="field">
        <p className="label" id="setup-key">
          Setup key
        </p>
        <div className="key">
          <output aria-labelledby="setup-key">{setupKey.replaceAll(/.{4}(?=.)/g, '$& ')}</output>
        </div>
      </div>
      <div className="field">
        <p className="label">Or scan it with another phone</p>
        <Qr text={address} label="QR to scan" />
      </div>
      <CodeField typed={typed} hint="The 6 digits that the app shows now." />
      <button className="btn big">Finish</button>
    </form>
  );
}

export function InviteCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section className="card">
      <Steps at="Recovery codes" />
      <h1>Recovery codes</h1>
      <RecoveryCodes codes={codes} />
      <a className="btn big" href="/">
        I have them: open the desk
      </a>
    </section>
  );
}

/** Codes that nobody can read again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p>
        Each opens the desk once if your phone is lost. They are shown only now: print or write them
        down.
      </p>
      <ol className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <PrintButton />
      </div>
    </>
  );
}

export function LinkEnded() {
  return (
    <div className="card">
      <h1>This link has ended</h1>
      <p>It works once, for 24 hours. Whoever runs the server makes a new one:</p>
      <p>
        <code>npm run desk -- invite you@example.com</code>
      </p>
      <a className="btn line" href="/sign-in">
        Sign in
      </a>
    </div>
  );
}

/** After the link of a demo: the page leads on by itself, so that the browser sends the new cookie. */
export function DemoIsOpen() {
  return (
    <div className="card">
      <h1>You are in</h1>
      <p>This is a demo: nobody else needs a password either. A real shop invites its owner.</p>
      <a className="btn big" href="/">
        Open the desk
      </a>
    </div>
  );
}

interface CarriedForm {
  /** What was typed, in its order. */
  fields: readonly (readonly [string, string])[];
  action: string;
}

function CarriedFields({ fields }: Pick<CarriedForm, 'fields'>) {
  return fields.map(([name, value], at) => (
    <input key={`${name} ${at}`} type="hidden" name={name} value={value} />
  ));
}

interface ConfirmProps extends CarriedForm {
  /** What will happen, with amount, name and reason. */
  what: ReactNode;
  typed: Typed;
  back: string;
  /** The last proof is not fresh. */
  needsProof: boolean;
}

/** Asks before something happens that cannot be undone. What was typed comes along. */
export function ConfirmCard({ what, typed, back, needsProof, ...form }: ConfirmProps) {
  return (
    <>
      <form className="card" method="post" action={form.action}>
        {/* Enter in a field presses the first button: this one does nothing. */}
        <button disabled hidden>
          Confirm
        </button>
        <h1>{needsProof ? 'Confirm it is you' : 'Please confirm'}</h1>
        <div className="msg warn">
          <Icon name="warn" />
          <p>
            <b>{what}</b>
          </p>
        </div>
        <CarriedFields fields={[...form.fields, ['confirm-yes', 'yes']]} />
        {needsProof && (
          <>
            <PasswordField name="confirm-password" typed={typed} autoFocus />
            <CodeField name="confirm-code" typed={typed} />
          </>
        )}
        <button className="btn big">Confirm</button>
        <a className="quiet" href={back}>
          Back, nothing happens
        </a>
      </form>
      {needsProof && <p className="soft">Who you are is not asked again for 10 minutes.</p>}
    </>
  );
}

/** For a form that was sent after the session had ended: nothing that was typed is lost. */
export function SignedOut({ fields, action }: CarriedForm) {
  return (
    <form className="card" method="post" action={action}>
      <h1>You were signed out</h1>
      <Message tone="bad" title="Nothing was saved yet.">
        Sign in in a new tab, then come back here and send it again.
      </Message>
      <CarriedFields fields={fields} />
      <a className="btn line" href="/sign-in" target="_blank" rel="noreferrer">
        Sign in in a new tab
      </a>
      <button className="btn big">Send again</button>
    </form>
  );
}

/**
 * Says why something was not done.
 * @param detail what happened and what to do next, as a sentence
 */
export function failurePage(detail: string) {
  return (
    <div className="card">
      <h1>Not done</h1>
      <Message tone="bad" title={detail} />
      <a className="btn line" href="/">
        To Today
      </a>
    </div>
  );
}
