// The sign-up form: checks, registers, and says what went wrong beside the button.
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { register, signUp } from '../../calls/account.ts';
import { signOut } from '../../calls/sign-out.ts';
import { checkSignUp } from '../../../shop/forms/sign-up.ts';
import type { SignUpField } from '../../../shop/forms/sign-up.ts';
import { Button } from '../../ui/button.tsx';
import { fillEmpty, focusField, textsOf } from '../../ui/form-texts.ts';
import { Note } from '../../ui/note.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { AuthLink } from './auth-link.tsx';
import { registerAccount } from './register-account.ts';
import { clearSignUpDraft, readSignUpDraft, saveSignUpDraft } from './sign-up-draft.ts';
import { SignUpFields } from './sign-up-fields.tsx';
import s from './sign-up-form.module.css';

type Errors = Partial<Record<SignUpField, string>>;

interface Alert {
  message: string;
  /** The e-mail that has an account already. */
  taken?: string;
}

interface SignUpFormProps {
  onRegistered: (email: string) => void;
}

export function SignUpForm({ onRegistered }: SignUpFormProps) {
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [alert, setAlert] = useState<Alert>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (form.current) fillEmpty(form.current, readSignUpDraft());
  }, []);

  function show(element: HTMLFormElement, found: Errors): void {
    setErrors(found);
    focusField(element, found);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const element = event.currentTarget;
    const checked = checkSignUp(textsOf(element));
    setAlert(undefined);
    if (!checked.ok) return show(element, checked.errors);
    setErrors({});
    setBusy(true);
    const registration = await registerAccount(checked.value, { signUp, register, signOut });
    setBusy(false);
    if (registration.kind === 'done') {
      clearSignUpDraft();
      onRegistered(checked.value.email);
    } else if (registration.kind === 'fields') {
      show(element, registration.errors);
    } else if (registration.kind === 'taken') {
      setAlert({ message: 'This e-mail already has an account.', taken: checked.value.email });
    } else {
      setAlert({ message: registration.message });
    }
  }

  function edited({ currentTarget, target }: FormEvent<HTMLFormElement>): void {
    saveSignUpDraft(textsOf(currentTarget));
    const name = (target as HTMLInputElement).name as SignUpField;
    if (!errors[name]) return;
    const { [name]: _gone, ...others } = errors;
    setErrors(others);
  }

  return (
    <form
      ref={form}
      className={s.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={edited}
    >
      <SignUpFields errors={errors} />
      {/* Before the page is hydrated, a real submit would lead nowhere */}
      <Button type={isHydrated ? 'submit' : 'button'} wide busy={busy}>
        {busy ? 'Processing...' : 'Register'}
      </Button>
      {alert && (
        <Note tone="bad" role="alert">
          <p>{alert.message}</p>
          {alert.taken !== undefined && (
            <>
              <AuthLink to="/login" email={alert.taken} look="inline">
                Log in instead
              </AuthLink>
              <AuthLink to="/forgot-password" email={alert.taken} look="inline">
                Forgot password?
              </AuthLink>
            </>
          )}
        </Note>
      )}
    </form>
  );
}
