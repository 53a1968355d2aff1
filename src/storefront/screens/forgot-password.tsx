// /forgot-password
import { Door } from '../features/account/door.tsx';
import { ForgottenForm } from '../features/account/forgotten-form.tsx';
import { OtherDoor } from '../features/account/other-door.tsx';
import { doorState } from '../features/account/return-path.ts';
import { useLocation } from '../ui/navigation.tsx';

export default function ForgotPasswordScreen() {
  const { email } = doorState(useLocation().state);
  return (
    <Door
      rising="bubbles"
      title="Forgot your password?"
      text="Tell us your e-mail, and we send you a link to set a new one."
    >
      <ForgottenForm email={email} />
      <OtherDoor to="/login">Back to login</OtherDoor>
    </Door>
  );
}
