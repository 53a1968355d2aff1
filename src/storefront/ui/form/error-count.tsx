// Shows above the button of a long form how many fields have errors, which may be out of view, and leads to the first.
import s from './error-count.module.css';
import { Icon } from '../icon.tsx';
import { type Errors, focusField } from './form.ts';

/** Not an alert, because the focus moves to the first of the fields, and screen readers follow it. */
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
