import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';

interface EmailFieldProps {
  error: string | undefined;
  /** Known from the page before; the prerendered page knows none. */
  email?: string | undefined;
}

/** The field for the e-mail that an account is known by. */
export function EmailField({ error, email }: EmailFieldProps) {
  const isHydrated = useHydrated();
  return (
    <Field label="Email" error={error}>
      {(control) => (
        <Input
          {...control}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={isHydrated ? email : undefined}
        />
      )}
    </Field>
  );
}
