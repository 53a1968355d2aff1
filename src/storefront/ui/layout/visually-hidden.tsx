// Text for screen readers only.
import type { ReactNode } from 'react';
import s from './visually-hidden.module.css';

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={s.hidden}>{children}</span>;
}
