// Shows above the button of a long form how many fields have errors, which may be out of view, and leads to the first.
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { errorCount, focusField, type Errors } from '../../ui/use-form.ts';
import s from './sign-up-form.module.css';

/** Not an alert, because the focus moves to the first of the fields, and screen readers follow it. */
export function ErrorCount({ errors }: { errors: Errors<string> }) {
  const words = errorCount(errors);
  return (
    words && (
      <Note tone="bad" className={s.wrong}>
        <Button
          variant="quiet"
          className={s.count}
          onClick={({ currentTarget: { form } }) => form && focusField(form, errors)}
        >
          {words}
        </Button>
      </Note>
    )
  );
}
