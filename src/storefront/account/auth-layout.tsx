// The pages of login, sign-up and e-mail links: a panel on a festive background with slowly rising decorations, the
// links between them, and the token of an e-mail link.
import { type ReactNode, useEffect } from 'react';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import { onDemand } from '../platform/load.tsx';
import { AppLink, navigate, useLocation } from '../platform/navigation.tsx';
import { useHydrated } from '../platform/timing.tsx';
import { type LoginState, readLoginState } from '../session/login-redirect.ts';
import { Decoration, PauseAnimation } from '../ui/motion/decoration.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { ButtonLink } from '../ui/form/button.tsx';
import s from './auth-layout.module.css';

interface AuthLayoutProps {
  /** What rises: 12 truffles (the bubbles), or 20 sweets (the candies; 15 on small screens). */
  rising: 'bubbles' | 'candies';
  /** Without one, the heading is among the children. */
  title?: string | undefined;
  text?: string | undefined;
  /** 'log in': what was chosen replaces the text for whoever comes from Buy Now or the cart. */
  orderBy?: string | undefined;
  /** The panel becomes higher if its link is dead: the footer must not move. */
  mayGrow?: boolean | undefined;
  /** The form, or its replacement. */
  children: ReactNode;
}

const COUNT = { bubbles: 12, candies: 20 } as const;

const Chosen = onDemand(
  () => import('./chosen.tsx'),
  () => <p>What you chose is kept.</p>,
);

export function AuthLayout({ rising, title, text, orderBy, mayGrow, children }: AuthLayoutProps) {
  const { from } = readLoginState(useLocation().state);
  const isOrdering = useHydrated() && from === PAYMENT_PAGE && orderBy !== undefined;
  return (
    <div className={classNames(s.layout, layout.dark, mayGrow && s.steady)}>
      <PauseAnimation className={s.pause} />
      <Decoration className={classNames(s.rising, s[rising])}>
        {Array.from({ length: COUNT[rising] }, (_, index) => (
          <i key={index} />
        ))}
      </Decoration>
      <div className={classNames(layout.panel, s.panel)}>
        {title !== undefined && (
          <div className={s.head}>
            <h1>{title}</h1>
            {isOrdering ? (
              <div className={s.chosen}>
                <Chosen act={orderBy} />
              </div>
            ) : (
              text && <p>{text}</p>
            )}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

interface AuthLinkProps {
  to: '/login' | '/signup' | '/forgot-password' | '/home';
  /** Filled in on the linked page. */
  email?: string | undefined;
  /** 'small' beside a label, 'inline' beside another link, 'words' in a sentence; below the form without it. */
  variant?: 'small' | 'inline' | 'words' | 'button';
  children: ReactNode;
}

/** A link between these pages. It passes on where the visitor was going. */
export function AuthLink({ to, email, variant, children }: AuthLinkProps) {
  const { from } = readLoginState(useLocation().state);
  const state: LoginState = { ...(from !== undefined && { from }), ...(email && { email }) };
  if (variant === 'button') {
    return (
      <ButtonLink to={to} state={state} variant="line" wide className={s.other}>
        {children}
      </ButtonLink>
    );
  }
  if (variant === 'words') {
    return (
      <AppLink to={to} state={state}>
        {children}
      </AppLink>
    );
  }
  return (
    <p className={s[variant ?? 'below']}>
      <ButtonLink variant="quiet" to={to} state={state}>
        {children}
      </ButtonLink>
    </p>
  );
}

/** Why a link is not valid: it was refused, or the URL has no token. */
export type DeadLinkReason = 'refused' | 'incomplete';

export const deadLinkTitles: Record<DeadLinkReason, string> = {
  refused: 'This link no longer works',
  incomplete: 'This link is incomplete',
};

interface LinkResultProps {
  /** A picture or an SVG. */
  drawing: ReactNode;
  title: string;
  /** What to do. */
  text: ReactNode;
  /** 'alert' interrupts screen readers, 'status' waits; undefined for what the page begins with. */
  announced?: 'alert' | 'status';
  /** A button and a link. */
  children: ReactNode;
}

/** Replaces the form in the middle of the panel: what the link of an e-mail is for, or its result, and the next step. */
export function LinkResult({ drawing, title, text, announced, children }: LinkResultProps) {
  return (
    <div className={s.result}>
      {drawing}
      {/* With a key: a changed role is announced only if its element is new. */}
      <div key={announced} role={announced} className={s.words}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

/** Returns the token of a page's fragment or history state; the fragment is newer. */
export function readLinkToken(hash: string, state: unknown): string | undefined {
  const { token }: { token?: unknown } = { ...(state as object | null) };
  return hash.slice(1) || (typeof token === 'string' ? token : undefined);
}

/**
 * Returns the token of this page, if it has one, and a function that discards it. The token of an e-mail link is in its
 * fragment, which no server sees. It is removed from the address bar, and with it from the history, as soon as the page
 * is hydrated; a reload finds it in the history's state.
 */
export function useLinkToken(): { token: string | undefined; forget: () => void } {
  const { pathname, hash, state } = useLocation();
  const token = readLinkToken(hash, state);

  useEffect(() => {
    if (hash === '') return;
    navigate(pathname, { replace: true, state: token === undefined ? undefined : { token } });
  }, [hash, pathname, token]);

  return { token, forget: () => navigate(pathname, { replace: true }) };
}
