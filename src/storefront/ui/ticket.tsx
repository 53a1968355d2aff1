// A code that is in.
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import s from './ticket.module.css';

interface TicketProps {
  code: string;
  /** What it does. */
  children: ReactNode;
}

export function Ticket({ code, children }: TicketProps) {
  return (
    <p className={s.ticket}>
      <Icon name="check" />
      <span>
        <b>{code}</b>
        <span>{children}</span>
      </span>
    </p>
  );
}
