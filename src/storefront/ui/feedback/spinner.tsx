// A rotating string of beads. It appears only after a noticeable wait.
import s from './spinner.module.css';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export function Spinner({ label = 'Loading' }: { label?: string | undefined }) {
  return (
    <output className={s.place}>
      <i className={s.beads} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </output>
  );
}
