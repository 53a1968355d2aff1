// /signup, also called the Register screen
import { AuthLayout } from '../features/account/auth-layout.tsx';
import { AuthLink } from '../features/account/auth-link.tsx';
import type { LoginState } from '../features/account/return-path.ts';
import { SignUpForm } from '../features/account/sign-up-form.tsx';
import { useAuthRedirect } from '../features/account/use-auth-redirect.ts';
import { navigate } from '../ui/navigation.tsx';

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
