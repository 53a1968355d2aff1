// One bar of a breakdown. Hidden from screen readers: the caller shows the figure as text.
import s from './bar.module.css';

/** @param percent 0 to 100 */
export function Bar({ percent }: { percent: number }) {
  return (
    <svg className={s.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={percent} height="1" />
    </svg>
  );
}
