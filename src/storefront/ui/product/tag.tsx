// A short text on a coloured background: 'Paid', 'Verified', 'Adult', 'For kids & Adults'.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './tag.module.css';

interface TagProps {
  /** Marigold by default. */
  tone?: 'good' | 'lilac' | undefined;
  small?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Tag({ tone, small, className, children }: TagProps) {
  return (
    <span className={classNames(s.tag, tone && s[tone], small && s.small, className)}>
      {children}
    </span>
  );
}
