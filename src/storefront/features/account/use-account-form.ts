// What the forms of the account page have in common: they check, send, and say at the field what is wrong.
// What was typed stays, passwords are forgotten once they are used.
import { useState } from 'react';
import type { ComponentProps, FormEvent } from 'react';
import type { CallResult } from '../../calls/http.ts';
import type { Checked } from '../../../shop/forms/check-form.ts';
import { focusField, textsOf } from '../../ui/form-texts.ts';
import { failureAdvice } from './failure-advice.ts';
import { refreshSession } from './session.ts';

interface AccountFormOptions<V, F extends string> {
  check: (texts: Record<string, string>) => Checked<V, F>;
  send: (value: V) => Promise<CallResult<unknown>>;
  onDone: (value: V) => void;
}

interface AccountForm<F extends string> {
  errors: Partial<Record<F, string>>;
  /** What is wrong with none of the fields. */
  failure: string | undefined;
  isDone: boolean;
  busy: boolean;
  form: Pick<ComponentProps<'form'>, 'method' | 'noValidate' | 'onInput' | 'onSubmit'>;
}

export function useAccountForm<V, F extends string>({
  check,
  send,
  onDone,
}: AccountFormOptions<V, F>): AccountForm<F> {
  const [errors, setErrors] = useState<Partial<Record<F, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [isDone, setDone] = useState(false);
  const [busy, setBusy] = useState(false);

  function show(form: HTMLFormElement, found: Partial<Record<F, string>>): void {
    setErrors(found);
    focusField(form, found);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = check(textsOf(form));
    setFailure(undefined);
    setDone(false);
    if (!checked.ok) return show(form, checked.errors);
    setErrors({});
    setBusy(true);
    const reply = await send(checked.value);
    setBusy(false);
    if (reply.ok) {
      for (const field of form.querySelectorAll<HTMLInputElement>('[type=password]')) {
        field.value = '';
      }
      setDone(true);
      return onDone(checked.value);
    }
    // The screen leads to the login.
    if (reply.code === 'SIGNED_OUT') return void (await refreshSession());
    const told = Object.fromEntries(reply.errors.map(({ field, message }) => [field, message]));
    const isTold = [...form.elements].some((field) => told[field.getAttribute('name') ?? '']);
    if (isTold) return show(form, told as Partial<Record<F, string>>);
    setFailure(failureAdvice(reply));
  }

  const onInput = () => {
    setErrors({});
    setDone(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => void submit(event);
  return {
    errors,
    failure,
    isDone,
    busy,
    form: { method: 'post', noValidate: true, onInput, onSubmit },
  };
}
