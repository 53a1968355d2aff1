// Shown while there are no reviews, without figures, which would all be 0.
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { star } from '../ui/icon-paths.ts';
import s from './no-reviews.module.css';

export function NoReviews({ className }: { className?: string | undefined }) {
  return (
    <div className={classNames(s.none, className)}>
      <Icon name={star} className={s.star} />
      <p>Be the first to leave a review!</p>
    </div>
  );
}
