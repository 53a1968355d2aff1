// What the forms of the account share: sending, the failure of a whole form, and the fields for e-mail and password.
import { type ReactNode, useState } from 'react';
import type { Checked } from '../../shop/forms/fields.ts';
import {
  errorsByField,
  noResponse,
  parseWith,
  type RequestFailure,
  type RequestResult,
  type ResponseSchema,
  sendRequest,
} from '../platform/request.ts';
import { useHydrated } from '../platform/timing.tsx';
import { refreshSession } from '../session/session.ts';
import { Note } from '../ui/feedback/note.tsx';
import { Field, Input } from '../ui/form/field.tsx';
import { type Form, useForm } from '../ui/form/form.ts';
import { ExactText } from '../ui/layout/exact-text.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import s from './account-form.module.css';

interface AccountForm<F extends string> extends Form<F> {
  /** Why the last try failed, if no field is invalid; or its `fault`. */
  failure: RequestFailure | undefined;
}

/** A form that is sent to the account's API: a refusal is shown at its field, or as a failure of the whole form. */
export function useAccountForm<V, F extends string, R>({
  check,
  send,
  onDone,
}: {
  check: (texts: Record<string, string>) => Checked<V, F>;
  send: (value: V) => Promise<RequestResult<R>>;
  onDone: (response: R, value: V, form: HTMLFormElement) => void;
}): AccountForm<F> {
  const [failure, setFailure] = useState<RequestFailure>();
  const form = useForm<F>(async (texts, element) => {
    setFailure(undefined);
    const checked = check(texts);
    if (!checked.ok) return checked.errors;
    const result = await send(checked.value);
    if (result.ok) return void onDone(result.value, checked.value, element);
    if (result.code === 'SIGNED_OUT') {
      // The screen redirects to the login.
      await refreshSession();
      return {};
    }
    const errors = errorsByField(result);
    const isShown = [...element.elements].some((field) => errors[field.getAttribute('name') ?? '']);
    if (isShown) return errors as Partial<Record<F, string>>;
    setFailure(result);
    return {};
  });
  return { ...form, failure: form.fault ? { ...noResponse, detail: form.fault } : failure };
}

/** Posts to the account's API. Without a schema, the body of a success does not matter. */
export function post<R = unknown>(
  path: string,
  body: object,
  schema: ResponseSchema<R> = parseWith(() => null as R),
): Promise<RequestResult<R>> {
  return sendRequest(`/api/auth/${path}`, { method: 'POST', body, schema });
}

/** The outcome of a form, below its button. `children`: the message once it is done. */
export function FormOutcome({
  form: { isDone, failure },
  children,
}: {
  form: Pick<AccountForm<string>, 'isDone' | 'failure'>;
  children: ReactNode;
}) {
  return (
    <>
      <output>{isDone && <Note tone="good">{children}</Note>}</output>
      <FailureNote failure={failure} />
    </>
  );
}

export function FailureNote({ failure }: { failure: RequestFailure | undefined }) {
  if (!failure) return null;
  return (
    <Note tone="bad" role="alert">
      <ExactText text={failureAdvice(failure)} />
    </Note>
  );
}

/** Returns what a person can do about a failed request, in one or two sentences. */
export function failureAdvice({ status, code, detail }: RequestFailure): string {
  if (code === 'NO_COOKIES') {
    return 'Your password is right, but your browser did not accept the cookie that keeps you logged in. Please allow cookies for this site and log in again.';
  }
  if (status === 401) {
    return 'Check your e-mail and password. If you do not remember the password, set a new one.';
  }
  if (status === 429) return detail || 'There were too many tries. Please wait a few minutes.';
  return detail || 'The shop has a problem at the moment. Please try again in a minute.';
}

interface EmailFieldProps {
  error: string | undefined;
  /** Known from the previous page; undefined in the prerendered page. */
  email?: string | undefined;
}

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
  const [isShown, setShown] = useState(false);
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
          <button type="button" className={s.show} onClick={() => setShown(!isShown)}>
            <span>{isShown ? 'Hide' : 'Show'}</span>
            <VisuallyHidden>{` ${label}`}</VisuallyHidden>
          </button>
        </div>
      )}
    </Field>
  );
}
