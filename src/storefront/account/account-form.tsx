// Shared by the forms that send to an account's API: checks, sends, and shows a refusal at its field or as a failure of
// the whole form.
import { useState } from 'react';
import { errorsByField } from '../platform/request.ts';
import type { CallFailure, CallResult } from '../platform/request.ts';
import type { Checked } from '../../shop/forms/fields.ts';
import { useForm } from '../ui/form/form.ts';
import type { Form } from '../ui/form/form.ts';
import { refreshSession } from '../session/session.ts';

interface AccountFormOptions<V, F extends string, R> {
  check: (texts: Record<string, string>) => Checked<V, F>;
  send: (value: V) => Promise<CallResult<R>>;
  onDone: (reply: R, value: V, form: HTMLFormElement) => void;
}

export interface AccountForm<F extends string> extends Form<F> {
  /** Why the last try failed, if no field is invalid. */
  failure: CallFailure | undefined;
}

export function useAccountForm<V, F extends string, R>({
  check,
  send,
  onDone,
}: AccountFormOptions<V, F, R>): AccountForm<F> {
  const [failure, setFailure] = useState<CallFailure>();
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
