// /forgot-password
import { useState } from 'react';
import * as v from 'valibot';
import { type Checked, checkForm, emailField } from '../../shop/forms/fields.ts';
import { readLoginState } from '../session/login-redirect.ts';
import { useLocation } from '../platform/navigation.tsx';
import { parseWith, type RequestResult, sendRequest } from '../platform/request.ts';
import { Button } from '../ui/form/button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { AuthLayout, AuthLink } from './auth-layout.tsx';
import { EmailField, FailureNote, useAccountForm } from './account-form.tsx';
import formStyles from './account-form.module.css';

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

// Requests the link that sets a new password. The message afterwards is the same for every e-mail.

function ForgottenForm({ email }: { email: string | undefined }) {
  const [sentTo, setSentTo] = useState<string>();
  const { errors, failure, isBusy, props, button } = useAccountForm({
    check(texts) {
      setSentTo(undefined);
      return checkForgotten(texts);
    },
    send: ({ email: typed }) => requestPasswordReset(typed),
    onDone: (_reply, { email: typed }) => setSentTo(typed),
  });

  return (
    <form {...props} className={formStyles.single}>
      <EmailField error={errors.email} email={email} />
      <Button {...button} wide>
        {isBusy ? 'Processing...' : 'Send the link'}
      </Button>
      {sentTo !== undefined && (
        <output>
          <Note tone="good">
            <p>
              If {sentTo} has an account, an e-mail with a link is on its way. The link works once,
              for one hour.
            </p>
            <p>Nothing there? Check your spam folder, or send the link again.</p>
          </Note>
        </output>
      )}
      <FailureNote failure={failure} />
    </form>
  );
}

/** Requests an e-mail with a link. The response is the same without an account; 429 for too many requests. */
function requestPasswordReset(email: string): Promise<RequestResult<unknown>> {
  const body = { email };
  return sendRequest('/api/auth/request-password-reset', {
    method: 'POST',
    body,
    schema: parseWith(() => null),
  });
}

const Forgotten = v.object({ email: emailField });

/** Checks the form that requests a link. */
export function checkForgotten(
  input: Record<string, unknown>,
): Checked<{ email: string }, 'email'> {
  return checkForm(Forgotten, input);
}
