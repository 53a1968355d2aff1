// Above the button of a long form: how many errors stand at fields that may be out of view, and the way to the first.
import s from './error-count.module.css';
import { Icon } from './icon.tsx';
import { type Errors, focusField } from './use-form.ts';

/** Renders nothing where no field is wrong. No alert: the focus moves to the first field, and screen readers follow it. */
export function ErrorCount({ errors }: { errors: Errors<string> }) {
  const count = Object.values(errors).filter(Boolean).length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={s.count}
      onClick={({ currentTarget: { form } }) => form && focusField(form, errors)}
    >
      <Icon name="alert" />
      {`${count} ${count === 1 ? 'field needs' : 'fields need'} a look.`}
    </button>
  );
}
