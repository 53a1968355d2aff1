// /forgot-password
import { AuthLayout } from './auth-layout.tsx';
import { ForgottenForm } from './forgotten-form.tsx';
import { AuthLink } from './auth-link.tsx';
import { readLoginState } from '../session/login-redirect.ts';
import { useLocation } from '../platform/navigation.tsx';

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
