import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  /** Tells password managers which one it is. */
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  hint?: string;
}

/** A field for a password, the account's own or a new one. */
export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <Input {...control} {...input} type="password" required />}
    </Field>
  );
}
