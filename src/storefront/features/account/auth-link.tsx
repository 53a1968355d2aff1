// The link between login, sign-up and the forgotten password. Where the visitor was going goes along.
import type { ReactNode } from 'react';
import { AppLink } from '../../ui/app-link.tsx';
import s from './auth-link.module.css';
import { useLocation } from '../../ui/navigation.tsx';
import { readLoginState } from './return-path.ts';
import type { LoginState } from './return-path.ts';

interface AuthLinkProps {
  to: '/login' | '/signup' | '/forgot-password' | '/home';
  /** Filled in on the page behind the link. */
  email?: string | undefined;
  /** 'small' below a field, 'inline' among other words; below the form without it. */
  look?: 'small' | 'inline';
  children: ReactNode;
}

export function AuthLink({ to, email, look, children }: AuthLinkProps) {
  const { from } = readLoginState(useLocation().state);
  const state: LoginState = { ...(from !== undefined && { from }), ...(email && { email }) };
  return (
    <p className={s[look ?? 'place']}>
      <AppLink to={to} state={state} className={s.link}>
        {children}
      </AppLink>
    </p>
  );
}
