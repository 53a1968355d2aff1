// The login form. Whatever goes wrong, the specification has one sentence for it; what may help
// stands below.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { CallFailure } from '../../calls/http.ts';
import { checkLogin } from '../../../shop/forms/login.ts';
import type { LoginField } from '../../../shop/forms/login.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { focusField, textsOf } from '../../ui/form-texts.ts';
import { Input } from '../../ui/input.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { failureAdvice } from './failure-advice.ts';
import s from './login-form.module.css';
import { AuthLink } from './auth-link.tsx';
import { signIn } from './session.ts';
import { PasswordField } from './password-field.tsx';

type Errors = Partial<Record<LoginField, string>>;

/** Signs in; the screen around it leaves once the session says so. */
export function LoginForm({ email }: { email?: string | undefined }) {
  const isHydrated = useHydrated();
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<CallFailure>();
  const [tried, setTried] = useState(email);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkLogin(textsOf(form));
    setFailure(undefined);
    setErrors(checked.ok ? {} : checked.errors);
    if (!checked.ok) return focusField(form, checked.errors);
    setBusy(true);
    const reply = await signIn(checked.value.email, checked.value.password);
    // On success the button stays busy until the next page is there.
    if (reply.ok) return;
    setBusy(false);
    setFailure(reply);
    setTried(checked.value.email);
    focusField(form, { password: true });
  }

  return (
    <form
      className={s.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={() => setErrors({})}
    >
      <Field label="Email" error={errors.email}>
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
      <div className={s.password}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        {failure && (
          <div role="alert" className={s.failure}>
            <p className={s.sentence}>Error signing in. Please try again.</p>
            <p>{failureAdvice(failure)}</p>
          </div>
        )}
        <AuthLink look="small" to="/forgot-password" email={tried}>
          Forgot password?
        </AuthLink>
      </div>
      {/* Before the page is hydrated, a real submit would lead nowhere */}
      <Button type={isHydrated ? 'submit' : 'button'} wide busy={busy}>
        Login
      </Button>
    </form>
  );
}
