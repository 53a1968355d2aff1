// A field with a prefix or an icon in front.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import s from './input-group.module.css';

interface InputGroupProps {
  /** Text in front of the control, hidden from screen readers: '+91'. */
  prefix?: string | undefined;
  /** An icon inside a pill, as in the search box. */
  icon?: IconName | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function InputGroup({ prefix, icon, className, children }: InputGroupProps) {
  return (
    <div className={classNames(s.group, prefix && s.prefixed, icon && s.pill, className)}>
      {prefix && (
        <span className={s.prefix} aria-hidden="true">
          {prefix}
        </span>
      )}
      {icon && <Icon name={icon} className={s.icon} />}
      {children}
    </div>
  );
}
