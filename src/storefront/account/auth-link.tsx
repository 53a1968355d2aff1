// The link between login, sign-up and the forgotten password. It passes on where the visitor was going.
import type { ReactNode } from 'react';
import { AppLink } from '../platform/app-link.tsx';
import s from './auth-link.module.css';
import { useLocation } from '../platform/navigation.tsx';
import { readLoginState } from '../session/login-redirect.ts';
import type { LoginState } from '../session/login-redirect.ts';

interface AuthLinkProps {
  to: '/login' | '/signup' | '/forgot-password' | '/home';
  /** Filled in on the linked page. */
  email?: string | undefined;
  /** 'small' below a field, 'inline' beside another, 'words' in a sentence; below the form without it. */
  look?: 'small' | 'inline' | 'words';
  children: ReactNode;
}

export function AuthLink({ to, email, look, children }: AuthLinkProps) {
  const { from } = readLoginState(useLocation().state);
  const state: LoginState = { ...(from !== undefined && { from }), ...(email && { email }) };
  const link = (
    <AppLink to={to} state={state} className={look === 'words' ? undefined : s.link}>
      {children}
    </AppLink>
  );
  return look === 'words' ? link : <p className={s[look ?? 'place']}>{link}</p>;
}
