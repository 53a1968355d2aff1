// A line of small text behind an icon, to reassure beside a button.
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icon.tsx';
import s from './icon-line.module.css';

export function IconLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className={s.line}>
      <Icon name={icon} className={s.icon} />
      <span>{children}</span>
    </p>
  );
}
