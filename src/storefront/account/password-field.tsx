import { useState } from 'react';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import s from './password-field.module.css';

interface PasswordFieldProps {
  label: string;
  name: string;
  /** Says which password it is, for password managers. */
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  hint?: string;
}

/** A field for the account's own password or a new one, which can be shown while it is typed. */
export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={s.box}>
          <Input
            {...control}
            {...input}
            // Shown as text, it must be neither changed by a keyboard nor sent to a spell checker.
            {...(isShown
              ? { type: 'text', autoCapitalize: 'none', spellCheck: false }
              : { type: 'password' })}
            required
          />
          <button type="button" className={s.show} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <VisuallyHidden> {label}</VisuallyHidden>
          </button>
        </div>
      )}
    </Field>
  );
}
