// Where the reviews are about to stand, at the height of three with a line or two each. It does not move: most visitors
// never come down here.
import { classNames } from '../../ui/class-names.ts';
import s from './reviews-skeleton.module.css';

export function ReviewsSkeleton({ className }: { className?: string | undefined }) {
  return (
    <div aria-hidden="true" className={classNames(s.skeleton, className)}>
      <div className={s.summary}>
        <i />
        <i />
      </div>
      <div className={s.list}>
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
