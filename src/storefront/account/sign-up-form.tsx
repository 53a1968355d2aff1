// The sign-up form: checks, registers, and says what went wrong beside the button.
import { useState } from 'react';
import { register, signUp } from './account.ts';
import { signOut } from '../session/sign-out.ts';
import { checkSignUp } from '../../shop/forms/sign-up.ts';
import type { SignUpField } from '../../shop/forms/sign-up.ts';
import { policyPath } from '../../shop/paths.ts';
import { Button } from '../ui/form/button.tsx';
import { ErrorCount } from '../ui/form/error-count.tsx';
import { createFormDraft } from '../ui/form/form-draft.ts';
import { Note } from '../ui/feedback/note.tsx';
import { useForm } from '../ui/form/form.ts';
import { AuthLink } from './auth-link.tsx';
import { registerAccount } from './register-account.ts';
import { SignUpFields } from './sign-up-fields.tsx';
import s from './sign-up-form.module.css';

const draft = createFormDraft('maalai.sign-up', ['password', 'confirmPassword']);

interface Alert {
  message: string;
  /** The e-mail that has an account already. */
  taken?: string;
}

interface SignUpFormProps {
  onRegistered: (email: string) => void;
}

export function SignUpForm({ onRegistered }: SignUpFormProps) {
  const [alert, setAlert] = useState<Alert>();
  const { errors, isBusy, props, button } = useForm<SignUpField>(async (texts) => {
    setAlert(undefined);
    const checked = checkSignUp(texts);
    if (!checked.ok) return checked.errors;
    const { email } = checked.value;
    const registration = await registerAccount(checked.value, { signUp, register, signOut });
    switch (registration.kind) {
      case 'done':
        draft.clear();
        onRegistered(email);
        return undefined;
      case 'fields':
        return registration.errors;
      case 'taken':
        setAlert({ message: 'This e-mail already has an account.', taken: email });
        return {};
      case 'failed':
        setAlert({ message: registration.message });
        return {};
    }
  }, draft);

  return (
    <form {...props} className={s.form}>
      <SignUpFields errors={errors} />
      <ErrorCount errors={errors} />
      <Button {...button} wide>
        {isBusy ? 'Processing...' : 'Register'}
      </Button>
      <p className={s.terms}>
        By registering you agree to our <a href={policyPath('Terms')}>Terms</a> and{' '}
        <a href={policyPath('Privacy')}>Privacy</a>.
      </p>
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
