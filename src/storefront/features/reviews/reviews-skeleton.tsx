// Where the reviews are about to stand, at about their height. It does not move: most visitors never
// come down here.
import s from './reviews-skeleton.module.css';

export function ReviewsSkeleton() {
  return (
    <div aria-hidden="true" className={s.skeleton}>
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
