// Waiting: a turning string of beads. It shows only when the wait is long enough to be noticed.
import s from './spinner.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export function Spinner({ label = 'Loading' }: { label?: string | undefined }) {
  return (
    <output className={s.place}>
      <i className={s.beads} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </output>
  );
}
