// An applied code.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import layout from '../layout/layout.module.css';
import s from './code-field.module.css';

/** `children`: what it does. */
export function Ticket({ code, children }: { code: string; children: ReactNode }) {
  return (
    <p className={classNames(s.ticket, layout.crimped)}>
      <Icon name="check" />
      <span>
        <b>{code}</b>
        <span>{children}</span>
      </span>
    </p>
  );
}
