// A placeholder for loading content. Hidden from screen readers: combine it with a Spinner or a status.
import { classNames } from '../ui/class-names.ts';
import s from './skeleton.module.css';

/** `className` sets the height of the content. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={classNames(s.skeleton, className)} />;
}
