// The heading of a page or a section. That of a section has a string of beads above it; a page's has the bar's.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './title.module.css';

interface TitleProps {
  children: ReactNode;
  /** One or two lines below the heading. */
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
      {level > 1 && <Beads />}
      <Heading id={id}>{children}</Heading>
      {text && <p>{text}</p>}
    </div>
  );
}

/** A short string of beads, the shop's ornament. */
export function Beads() {
  return <span className={s.beads} aria-hidden="true" />;
}
