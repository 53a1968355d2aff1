import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';

interface EmailFieldProps {
  error: string | undefined;
  /** Known from the previous page; undefined in the prerendered page. */
  email?: string | undefined;
}

/** The field for the e-mail of an account. */
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
