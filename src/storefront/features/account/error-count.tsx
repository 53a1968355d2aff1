// Above the button of a long form: how many errors stand at fields that may be out of view.
import { Note } from '../../ui/note.tsx';
import { errorCount, type Errors } from '../../ui/use-form.ts';

/** No alert: the focus moves to the first of the fields, and screen readers follow it. */
export function ErrorCount({ errors }: { errors: Errors<string> }) {
  const words = errorCount(errors);
  return (
    words && (
      <Note tone="bad">
        <strong>{words}</strong>
      </Note>
    )
  );
}
