// /signup, also called the Register screen
import { useState } from 'react';
import * as v from 'valibot';
import {
  checkSignUp,
  PASSWORD_HINT,
  type SignUp,
  type SignUpField,
} from '../../shop/forms/sign-up.ts';
import { policyPath } from '../../shop/paths.ts';
import { signUpStates } from '../../shop/states.ts';
import { type LoginState, useAuthRedirect } from '../session/login-redirect.ts';
import { navigate } from '../platform/navigation.tsx';
import { signOut } from '../session/session.ts';
import { errorsByField, type RequestFailure, sendRequest } from '../platform/request.ts';
import { classNames } from '../ui/class-names.ts';
import { Button } from '../ui/form/button.tsx';
import { ErrorCount, Field, Input, Select, TextArea } from '../ui/form/field.tsx';
import { createFormDraft, type Errors, useForm } from '../ui/form/form.ts';
import { DraftNote, Note } from '../ui/feedback/note.tsx';
import layout from '../ui/layout/layout.module.css';
import { AuthLayout, AuthLink } from './auth-layout.tsx';
import { EmailField, PasswordField, post } from './account-form.tsx';
import s from './signup-screen.module.css';

/** Of an account that does not exist yet: whoever logs in deletes it. */
const draft = createFormDraft('maalai.sign-up', ['password', 'confirmPassword'], 'new');

/** `token` is set if the identity provider signed the new account in. */
const NewAccount = v.object({ token: v.nullish(v.string()) });

export default function SignUpScreen() {
  const { from } = useAuthRedirect();

  function toLogin(email: string): void {
    const state: LoginState = { email, registered: true, ...(from !== undefined && { from }) };
    navigate('/login', { state });
  }

  return (
    <AuthLayout rising="candies" title="Create your account" orderBy="sign up">
      <SignUpForm onRegistered={toLogin} />
      <AuthLink to="/login">Already have an account? Login here</AuthLink>
    </AuthLayout>
  );
}

interface Alert {
  message: string;
  /** The e-mail that has an account already. */
  existing?: string;
}

/** Checks, registers, and says what went wrong beside the button. */
function SignUpForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const [refused, setAlert] = useState<Alert>();
  const form = useForm<SignUpField>(async (texts) => {
    setAlert(undefined);
    const checked = checkSignUp(texts);
    if (!checked.ok) return checked.errors;
    const { email } = checked.value;
    const registration = await registerAccount(checked.value);
    switch (registration.kind) {
      case 'done':
        draft.clear();
        onRegistered(email);
        return undefined;
      case 'fields':
        return registration.errors;
      case 'exists':
        setAlert({ message: 'This e-mail already has an account.', existing: email });
        return {};
      case 'failed':
        setAlert({ message: registration.message });
        return {};
    }
  }, draft);
  const { errors, fault, isBusy, isUnsaved, props, button } = form;
  const alert = fault === undefined ? refused : { message: fault };

  return (
    <form {...props} className={classNames(layout.stack, s.form)}>
      <SignUpFields errors={errors} />
      {isUnsaved && <DraftNote />}
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
          {alert.existing !== undefined && (
            <>
              <AuthLink to="/login" email={alert.existing} variant="inline">
                Log in instead
              </AuthLink>
              <AuthLink to="/forgot-password" email={alert.existing} variant="inline">
                Forgot password?
              </AuthLink>
            </>
          )}
        </Note>
      )}
    </form>
  );
}

type Registration =
  | { kind: 'done' }
  /** The e-mail has an account, and this is not its password. */
  | { kind: 'exists' }
  /** The server rejected fields, for example a weak password. */
  | { kind: 'fields'; errors: Errors<SignUpField> }
  | { kind: 'failed'; message: string };

/**
 * Creates the account at the identity provider, then records the shop's profile. A sign-up that failed between the two
 * is completed by trying again with the same password.
 */
export async function registerAccount(form: SignUp): Promise<Registration> {
  const { name, email, password } = form;
  const account = await post('sign-up/email', { name, email, password }, NewAccount);
  // The account may be this person's own, from a try that failed before its profile was recorded.
  const exists = !account.ok && account.code?.startsWith('USER_ALREADY_EXISTS');
  if (!account.ok && !exists) return readFailure(account);

  const profile = await sendRequest('/api/users/register', {
    method: 'POST',
    body: form,
    schema: v.unknown(),
  });
  // A new account goes to the login screen, even if the provider has signed it in.
  if (account.ok && account.value.token) await signOut();
  if (profile.ok) return { kind: 'done' };
  return profile.status === 401 ? { kind: 'exists' } : readFailure(profile);
}

function readFailure(failure: RequestFailure): Registration {
  const { code, detail, errors } = failure;
  if (errors.length > 0) return { kind: 'fields', errors: errorsByField(failure) };
  const message = detail || 'Something went wrong';
  if (code?.startsWith('PASSWORD_')) return { kind: 'fields', errors: { password: message } };
  return { kind: 'failed', message };
}

/** The nine fields in the specification's order (section 2), all of them visible. */
export function SignUpFields({ errors }: { errors: Errors<SignUpField> }) {
  return (
    <div className={layout.fields}>
      <Field label="Name" error={errors.name}>
        {(control) => <Input {...control} name="name" autoComplete="name" required />}
      </Field>
      <EmailField error={errors.email} />
      <Field label="Phone Number" error={errors.phoneNumber}>
        {(control) => (
          <Input
            {...control}
            name="phoneNumber"
            type="tel"
            autoComplete="tel"
            placeholder="10-digit number"
          />
        )}
      </Field>
      <Field label="Pincode" error={errors.pincode}>
        {(control) => (
          <Input
            {...control}
            name="pincode"
            inputMode="numeric"
            autoComplete="postal-code"
            placeholder="6-digit pincode"
          />
        )}
      </Field>
      <Field label="Date of Birth" error={errors.dob}>
        {(control) => <Input {...control} name="dob" type="date" autoComplete="bday" />}
      </Field>
      <Field label="State" error={errors.state}>
        {(control) => (
          <Select {...control} name="state" autoComplete="address-level1" defaultValue="">
            <option value="">Select your state</option>
            {signUpStates.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Address" error={errors.address} full>
        {(control) => <TextArea {...control} name="address" autoComplete="street-address" />}
      </Field>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error={errors.password}
        hint={PASSWORD_HINT}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
    </div>
  );
}
