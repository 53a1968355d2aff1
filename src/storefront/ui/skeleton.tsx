// Where something is about to stand, at its real height. Decoration: pair it with a Spinner or a status.
import { classNames } from './class-names.ts';
import s from './skeleton.module.css';

/** `className` gives it its height. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={classNames(s.skeleton, className)} />;
}
