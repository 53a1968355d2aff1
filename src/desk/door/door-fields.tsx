// Fields of the pages outside the door: what is typed there is never sent back.
import { Field } from '../parts.tsx';
import type { Typed } from '../parts.tsx';

interface SecretProps {
  typed: Typed;
  name?: string;
  label?: string;
  autoComplete?: 'current-password' | 'new-password';
  autoFocus?: boolean;
  hint?: string;
}

/** A password: what was typed is never sent back. */
export function PasswordField({ typed: { errors }, ...own }: SecretProps) {
  const typed = { values: {}, errors };
  const usual = { name: 'password', label: 'Password', autoComplete: 'current-password' } as const;
  return <Field type="password" typed={typed} {...usual} {...own} />;
}

/** A code of the app, or a recovery code: it is never sent back either. */
export function CodeField({
  typed: { errors },
  ...own
}: Pick<SecretProps, 'typed' | 'name' | 'hint'>) {
  const typed = { values: {}, errors };
  const usual = { name: 'code', label: 'Code', autoFocus: own.hint !== undefined };
  return <Field autoComplete="one-time-code" maxLength={20} typed={typed} {...usual} {...own} />;
}

export interface CarriedForm {
  /** What was typed, in its order. */
  fields: readonly (readonly [string, string])[];
  action: string;
}

export function CarriedFields({ fields }: Pick<CarriedForm, 'fields'>) {
  return fields.map(([name, value], at) => (
    <input key={`${name} ${at}`} type="hidden" name={name} value={value} />
  ));
}
