// /login. The specification has one sentence for every failure; the advice stands below it.
import { useState } from 'react';
import * as v from 'valibot';
import { type Checked, checkForm, emailField } from '../../shop/forms/fields.ts';
import type { RequestFailure } from '../platform/request.ts';
import { useHydrated } from '../platform/timing.tsx';
import { useAuthRedirect } from '../session/login-redirect.ts';
import { signIn } from '../session/session.ts';
import { Note } from '../ui/feedback/note.tsx';
import { Button } from '../ui/form/button.tsx';
import { focusField, useForm } from '../ui/form/form.ts';
import { ExactText } from '../ui/layout/exact-text.tsx';
import { EmailField, failureAdvice, PasswordField } from './account-form.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import formStyles from './account-form.module.css';
import { AuthLayout, AuthLink } from './auth-layout.tsx';

const PASSWORD_REQUIRED = 'Password is required';

const Login = v.object({
  email: emailField,
  password: v.optional(v.pipe(v.string(PASSWORD_REQUIRED), v.nonEmpty(PASSWORD_REQUIRED)), ''),
});

type Login = v.InferOutput<typeof Login>;

/** Requires both fields; whether they are right, the server knows. The password is not trimmed. */
export function checkLogin(input: Record<string, unknown>): Checked<Login, keyof Login> {
  return checkForm(Login, input);
}

export default function LoginScreen() {
  const { registered, reset, everywhere, email } = useAuthRedirect();
  const isHydrated = useHydrated();
  const message =
    (registered && 'Your account is ready. Please log in.') ||
    (reset && 'Your new password is set. Please log in with it.') ||
    (everywhere && 'You are logged out on all devices.');
  return (
    <AuthLayout rising="bubbles" title="Welcome Back!" orderBy="log in">
      {isHydrated && message && <Note tone="good">{message}</Note>}
      <LoginForm email={email} />
      <AuthLink variant="button" to="/signup">
        Don't have an account? Sign up here
      </AuthLink>
    </AuthLayout>
  );
}

/** Signs in. The screen around it redirects once the session has changed. */
function LoginForm({ email }: { email?: string | undefined }) {
  const [failure, setFailure] = useState<RequestFailure>();
  const [tried, setTried] = useState(email);
  const loginForm = useForm<keyof Login>(async (texts, form) => {
    setFailure(undefined);
    const checked = checkLogin(texts);
    if (!checked.ok) return checked.errors;
    const result = await signIn(checked.value.email, checked.value.password);
    if (result.ok) return undefined;
    setFailure(result);
    setTried(checked.value.email);
    focusField(form, { password: true });
    return {};
  });

  const { errors, fault, isBusy, isDone, props, button } = loginForm;
  const advice = (fault ?? (failure && failureAdvice(failure)))?.split(/(set a new one)/);
  return (
    <form
      {...props}
      // Not `aria-invalid`: which of the two is wrong is not known, and the alert says what to do.
      data-refused={failure?.status === 401 || undefined}
      className={classNames(layout.stack, formStyles.login)}
    >
      <EmailField error={errors.email} email={email} />
      <div className={classNames(layout.stack, formStyles.password)}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        {advice && (
          <Note tone="bad" role="alert" className={formStyles.failure}>
            <p className={formStyles.sentence}>Error signing in. Please try again.</p>
            <p>
              {advice.map((part, index) =>
                index === 1 ? (
                  <AuthLink key={part} variant="words" to="/forgot-password" email={tried}>
                    {part}
                  </AuthLink>
                ) : (
                  <ExactText key={part} text={part} />
                ),
              )}
            </p>
          </Note>
        )}
        <AuthLink variant="small" to="/forgot-password" email={tried}>
          Forgot password?
        </AuthLink>
      </div>
      {/* Once it is done, the button stays busy until the next page is there. */}
      <Button {...button} busy={isBusy || isDone} wide>
        Login
      </Button>
    </form>
  );
}
