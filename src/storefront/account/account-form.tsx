// Shared by the forms that send to an account's API: checks, sends, and shows a refusal at its field or as a failure of
// the whole form.
import { type ReactNode, useState } from 'react';
import type { Checked } from '../../shop/forms/fields.ts';
import { brand } from '../../shop/brand.ts';
import { errorsByField, type RequestFailure, type RequestResult } from '../platform/request.ts';
import { refreshSession } from '../session/session.ts';
import { useHydrated } from '../platform/timing.tsx';
import { type Form, useForm } from '../ui/form/form.ts';
import { Field, Input } from '../ui/form/field.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import s from './account-form.module.css';

interface AccountFormOptions<V, F extends string, R> {
  check: (texts: Record<string, string>) => Checked<V, F>;
  send: (value: V) => Promise<RequestResult<R>>;
  onDone: (reply: R, value: V, form: HTMLFormElement) => void;
}

interface AccountForm<F extends string> extends Form<F> {
  /** Why the last try failed, if no field is invalid. */
  failure: RequestFailure | undefined;
}

export function useAccountForm<V, F extends string, R>({
  check,
  send,
  onDone,
}: AccountFormOptions<V, F, R>): AccountForm<F> {
  const [failure, setFailure] = useState<RequestFailure>();
  const form = useForm<F>(async (texts, element) => {
    setFailure(undefined);
    const checked = check(texts);
    if (!checked.ok) return checked.errors;
    const reply = await send(checked.value);
    if (reply.ok) return void onDone(reply.value, checked.value, element);
    if (reply.code === 'SIGNED_OUT') {
      // The screen redirects to the login.
      await refreshSession();
      return {};
    }
    const errors = errorsByField(reply);
    const isShown = [...element.elements].some((field) => errors[field.getAttribute('name') ?? '']);
    if (isShown) return errors as Partial<Record<F, string>>;
    setFailure(reply);
    return {};
  });
  return { ...form, failure };
}

interface EmailFieldProps {
  error: string | undefined;
  /** Known from the previous page; undefined in the prerendered page. */
  email?: string | undefined;
}

/** The field for the e-mail of an account. */
export function EmailField({ error, email }: EmailFieldProps) {
  const isHydrated = useHydrated();
  return (
    <Field label="Email" error={error}>
      {(control) => (
        <Input
          {...control}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={isHydrated ? email : undefined}
        />
      )}
    </Field>
  );
}

// What a person can do about a failed request to the identity provider. On the login screen it stands below the
// specification's one sentence for every failure.

const DISABLED = new Set(['USER_DISABLED', 'BANNED_USER']);

/** Returns one or two sentences of advice. */
export function failureAdvice({ status, code, detail }: RequestFailure): string {
  if (code !== undefined && DISABLED.has(code)) {
    return `This account is closed at the moment. Please write to ${brand.email} and we will look into it.`;
  }
  if (status === 401) {
    return 'Check your e-mail and password. If you do not remember the password, set a new one.';
  }
  if (status === 429) return detail || 'There were too many tries. Please wait a few minutes.';
  return detail || 'The shop has a problem at the moment. Please try again in a minute.';
}

// Says why an account form failed, and what a person can do about it.

export function FailureNote({ failure }: { failure: RequestFailure | undefined }) {
  if (!failure) return null;
  return (
    <Note tone="bad" role="alert">
      {failureAdvice(failure)}
    </Note>
  );
}

// The outcome of a form, below its button.

interface FormOutcomeProps {
  form: Pick<AccountForm<string>, 'isDone' | 'failure'>;
  /** The message of a form that is done. */
  children: ReactNode;
}

export function FormOutcome({ form: { isDone, failure }, children }: FormOutcomeProps) {
  return (
    <>
      <output className={s.news}>{isDone && <Note tone="good">{children}</Note>}</output>
      <FailureNote failure={failure} />
    </>
  );
}

interface PasswordFieldProps {
  label: string;
  name: string;
  /** Says which password it is, for password managers. */
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  hint?: string;
}

/** A field for the account's own password or a new one, which can be shown while it is typed. */
export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={s.box}>
          <Input
            {...control}
            {...input}
            // Shown as text, it must be neither changed by a keyboard nor sent to a spell checker.
            {...(isShown
              ? { type: 'text', autoCapitalize: 'none', spellCheck: false }
              : { type: 'password' })}
            required
          />
          <button type="button" className={s.show} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <VisuallyHidden> {label}</VisuallyHidden>
          </button>
        </div>
      )}
    </Field>
  );
}
