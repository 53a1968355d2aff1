// The heading of a page or a section under its string of beads.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import s from './title.module.css';

interface TitleProps {
  children: ReactNode;
  /** A line or two below. */
  text?: ReactNode;
  level: 1 | 2;
  /** For `aria-labelledby` of the section. */
  id?: string | undefined;
  className?: string | undefined;
}

export function Title({ children, text, level, id, className }: TitleProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames(s.title, className)}>
      <Beads />
      <Heading id={id}>{children}</Heading>
      {text && <p>{text}</p>}
    </div>
  );
}

/** A short string of beads, the house's rule line. */
export function Beads() {
  return <span className={s.beads} aria-hidden="true" />;
}
