// Above the button of a long form: how many errors stand at fields that may be out of view.
import { Note } from '../../ui/note.tsx';

/** No alert: the focus moves to the first of the fields, and screen readers follow it. */
export function ErrorCount({ count }: { count: number }) {
  if (count === 0) return null;
  return <Note tone="bad">{count === 1 ? '1 field needs' : `${count} fields need`} a look.</Note>;
}
