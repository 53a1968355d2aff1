// /signup, also called the Register screen
import { AuthLayout } from './auth-layout.tsx';
import { AuthLink } from './auth-link.tsx';
import type { LoginState } from '../session/login-redirect.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { useAuthRedirect } from '../session/use-auth-redirect.ts';
import { navigate } from '../platform/navigation.tsx';

export default function SignUpScreen() {
  const { from } = useAuthRedirect();

  function toLogin(email: string): void {
    const state: LoginState = { email, registered: true, ...(from !== undefined && { from }) };
    navigate('/login', { state });
  }

  return (
    <AuthLayout
      rising="candies"
      title="Create your account"
      text="Name, e-mail and password will do. Phone and address save you typing later."
    >
      <SignUpForm onRegistered={toLogin} />
      <AuthLink to="/login">Already have an account? Login here</AuthLink>
    </AuthLayout>
  );
}
