import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import s from './password-field.module.css';

interface PasswordFieldProps {
  label: string;
  name: string;
  /** Tells password managers which one it is. */
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  hint?: string;
}

/** A field for a password, the account's own or a new one, which can be read while it is typed. */
export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={s.box}>
          <Input
            {...control}
            {...input}
            // As text it must be neither changed by a keyboard nor checked elsewhere.
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
