// /login
import { AuthLayout } from './auth-layout.tsx';
import { LoginForm } from './login-form.tsx';
import { AuthLink } from './auth-link.tsx';
import { useAuthRedirect } from '../session/use-auth-redirect.ts';
import { Note } from '../ui/feedback/note.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';

export default function LoginScreen() {
  const { registered, reset, email } = useAuthRedirect();
  const isHydrated = useHydrated();
  return (
    <AuthLayout rising="bubbles" title="Welcome Back!" text="Your orders are waiting.">
      {isHydrated && registered && <Note tone="good">Your account is ready. Please log in.</Note>}
      {isHydrated && reset && (
        <Note tone="good">Your new password is set. Please log in with it.</Note>
      )}
      <LoginForm email={email} />
      <AuthLink to="/signup">Don't have an account? Sign up here</AuthLink>
    </AuthLayout>
  );
}
