// The login form. The specification has one sentence for every failure; the advice stands below.
import { useState } from 'react';
import type { CallFailure } from '../platform/request.ts';
import { checkLogin } from './login.ts';
import type { LoginField } from './login.ts';
import { Button } from '../ui/form/button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { focusField, useForm } from '../ui/form/form.ts';
import { EmailField } from './email-field.tsx';
import { failureAdvice } from './failure-advice.ts';
import s from './login-form.module.css';
import { AuthLink } from './auth-link.tsx';
import { signIn } from '../session/session.ts';
import { PasswordField } from './password-field.tsx';

/** Signs in. The screen around it redirects once the session has changed. */
export function LoginForm({ email }: { email?: string | undefined }) {
  const [failure, setFailure] = useState<CallFailure>();
  const [tried, setTried] = useState(email);
  const { errors, isBusy, isDone, props, button } = useForm<LoginField>(async (texts, form) => {
    setFailure(undefined);
    const checked = checkLogin(texts);
    if (!checked.ok) return checked.errors;
    const reply = await signIn(checked.value.email, checked.value.password);
    if (reply.ok) return undefined;
    setFailure(reply);
    setTried(checked.value.email);
    focusField(form, { password: true });
    return {};
  });

  const advice = failure && failureAdvice(failure).split(/(set a new one)/);
  return (
    <form
      {...props}
      // Not `aria-invalid`: which of the two is wrong is not known, and the alert says what to do.
      data-refused={failure?.status === 401 || undefined}
      className={s.form}
    >
      <EmailField error={errors.email} email={email} />
      <div className={s.password}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        {advice && (
          <Note tone="bad" role="alert" className={s.failure}>
            <p className={s.sentence}>Error signing in. Please try again.</p>
            <p>
              {advice.map((part, index) =>
                index === 1 ? (
                  <AuthLink key={part} look="words" to="/forgot-password" email={tried}>
                    {part}
                  </AuthLink>
                ) : (
                  part
                ),
              )}
            </p>
          </Note>
        )}
        {/* The advice leads there too. */}
        {!advice?.[1] && (
          <AuthLink look="small" to="/forgot-password" email={tried}>
            Forgot password?
          </AuthLink>
        )}
      </div>
      {/* Once it is done, the button stays busy until the next page is there. */}
      <Button {...button} busy={isBusy || isDone} wide>
        Login
      </Button>
    </form>
  );
}
