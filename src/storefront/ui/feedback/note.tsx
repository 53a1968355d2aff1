// An inline message: error, success or information.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import s from './note.module.css';

interface NoteProps {
  tone?: 'good' | 'bad' | 'plain' | undefined;
  /** 'alert' interrupts screen readers, 'status' waits. */
  role?: 'alert' | 'status' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Note({ tone = 'plain', role, className, children }: NoteProps) {
  return (
    <div role={role} className={classNames(s.note, tone !== 'plain' && s[tone], className)}>
      <Icon name={tone === 'good' ? 'check' : 'alert'} className={s.icon} />
      <div>{children}</div>
    </div>
  );
}
