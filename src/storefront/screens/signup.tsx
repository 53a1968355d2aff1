// /signup, also called the Register screen
import { Door } from '../features/account/door.tsx';
import { OtherDoor } from '../features/account/other-door.tsx';
import type { DoorState } from '../features/account/return-path.ts';
import { SignUpForm } from '../features/account/sign-up-form.tsx';
import { useDoor } from '../features/account/use-door.ts';
import { navigate } from '../ui/navigation.tsx';

export default function SignUpScreen() {
  const { from } = useDoor();

  function toLogin(email: string): void {
    const state: DoorState = { email, registered: true, ...(from !== undefined && { from }) };
    navigate('/login', { state });
  }

  return (
    <Door rising="candies" title="Create your account" text="Name, e-mail and password will do.">
      <SignUpForm onRegistered={toLogin} />
      <OtherDoor to="/login">Already have an account? Login here</OtherDoor>
    </Door>
  );
}
