// /login
import { Door } from '../features/account/door.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { OtherDoor } from '../features/account/other-door.tsx';
import { useDoor } from '../features/account/use-door.ts';
import { Note } from '../ui/note.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

export default function LoginScreen() {
  const { registered, reset, email } = useDoor();
  const isHydrated = useHydrated();
  return (
    <Door rising="bubbles" title="Welcome Back!" text="Your cart and orders are waiting.">
      {isHydrated && registered && <Note tone="good">Your account is ready. Please log in.</Note>}
      {isHydrated && reset && (
        <Note tone="good">Your new password is set. Please log in with it.</Note>
      )}
      <LoginForm email={email} />
      <OtherDoor to="/signup">Don't have an account? Sign up here</OtherDoor>
    </Door>
  );
}
