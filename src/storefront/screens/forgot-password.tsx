// /forgot-password
import { AuthLayout } from '../features/account/auth-layout.tsx';
import { ForgottenForm } from '../features/account/forgotten-form.tsx';
import { AuthLink } from '../features/account/auth-link.tsx';
import { readLoginState } from '../features/account/return-path.ts';
import { useLocation } from '../ui/navigation.tsx';

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
