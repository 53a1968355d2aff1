// The link between login and sign-up. Where the visitor was going goes along.
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { AppLink } from '../../ui/app-link.tsx';
import s from './other-door.module.css';
import { doorState } from './return-path.ts';

export function OtherDoor({ to, children }: { to: '/login' | '/signup'; children: ReactNode }) {
  const { from } = doorState(useLocation().state);
  return (
    <p className={s.place}>
      <AppLink to={to} state={from === undefined ? undefined : { from }} className={s.link}>
        {children}
      </AppLink>
    </p>
  );
}
