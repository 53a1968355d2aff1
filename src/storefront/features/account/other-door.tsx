// The link between login, sign-up and the forgotten password. Where the visitor was going goes along.
import type { ReactNode } from 'react';
import { AppLink } from '../../ui/app-link.tsx';
import s from './other-door.module.css';
import { useLocation } from '../../ui/navigation.tsx';
import { doorState } from './return-path.ts';
import type { DoorState } from './return-path.ts';

interface OtherDoorProps {
  to: '/login' | '/signup' | '/forgot-password';
  /** Filled in behind the door. */
  email?: string | undefined;
  /** 'small' below a field, 'inline' among other words; below the form without it. */
  look?: 'small' | 'inline';
  children: ReactNode;
}

export function OtherDoor({ to, email, look, children }: OtherDoorProps) {
  const { from } = doorState(useLocation().state);
  const state: DoorState = { ...(from !== undefined && { from }), ...(email && { email }) };
  return (
    <p className={s[look ?? 'place']}>
      <AppLink to={to} state={state} className={s.link}>
        {children}
      </AppLink>
    </p>
  );
}
