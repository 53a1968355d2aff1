// The native text field, select and text area with the shop's styles, and a group with a prefix or an icon.
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import s from './input.module.css';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(s.input, className)} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classNames(s.input, s.select, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={classNames(s.input, s.area, className)} />;
}

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
