// /forgot-password
import { useState } from 'react';
import * as v from 'valibot';
import { type Checked, checkForm, emailField } from '../../shop/forms/fields.ts';
import { useLocation } from '../platform/navigation.tsx';
import { readLoginState } from '../session/login-redirect.ts';
import { Note } from '../ui/feedback/note.tsx';
import { Button } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { EmailField, FailureNote, post, useAccountForm } from './account-form.tsx';
import { AuthLayout, AuthLink } from './auth-layout.tsx';

const Forgotten = v.object({ email: emailField });

export function checkForgotten(
  input: Record<string, unknown>,
): Checked<{ email: string }, 'email'> {
  return checkForm(Forgotten, input);
}

export default function ForgotPasswordScreen() {
  const { email } = readLoginState(useLocation().state);
  return (
    <AuthLayout
      rising="bubbles"
      title="Forgot your password?"
      text="Enter your e-mail, and we will send you a link to set a new one."
    >
      <ForgottenForm email={email} />
      <AuthLink to="/login">Back to login</AuthLink>
    </AuthLayout>
  );
}

/** Requests the link. The response and the message are the same for every e-mail; 429 for too many requests. */
function ForgottenForm({ email }: { email: string | undefined }) {
  const [sentTo, setSentTo] = useState<string>();
  const { errors, failure, isBusy, props, button } = useAccountForm({
    check(texts) {
      setSentTo(undefined);
      return checkForgotten(texts);
    },
    send: (typed) => post('request-password-reset', typed),
    onDone: (_response, typed) => setSentTo(typed.email),
  });

  return (
    <form {...props} className={layout.stack}>
      <EmailField error={errors.email} email={email} />
      <Button {...button} variant={sentTo === undefined ? 'fill' : 'line'} wide>
        {isBusy ? 'Processing...' : sentTo === undefined ? 'Send the link' : 'Send again'}
      </Button>
      {sentTo !== undefined && (
        <output>
          <Note tone="good">
            <p>
              If <span translate="no">{sentTo}</span> has an account, an{' '}
              <span className={layout.whole}>e-mail</span> with a link is on its way. The link works
              once, for one hour.
            </p>
            <p>Nothing there? Check your spam folder, or send it again.</p>
          </Note>
        </output>
      )}
      <FailureNote failure={failure} />
    </form>
  );
}
