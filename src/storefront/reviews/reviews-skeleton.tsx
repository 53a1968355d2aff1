// The placeholder of the reviews, as high as three with a line or two each. It is not animated, because most visitors
// never scroll down here.
import { classNames } from '../ui/class-names.ts';
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
