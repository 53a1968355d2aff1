// The way to the login and back: where it leads, who is sent there, and what was wanted before it.
import { useEffect, useState } from 'react';
import { navigate, useLocation } from '../platform/navigation.tsx';
import { inTab } from '../platform/storage.ts';
import { refreshSession, useSession } from './session.ts';
import type { User } from './session.ts';

/** The history state of the login and sign-up screens. */
export interface LoginState {
  /** A path of the shop. */
  from?: string;
  /** Filled in as the e-mail. */
  email?: string;
  /** The account was just made. */
  registered?: true;
  /** The password was just changed. */
  reset?: true;
  /** Every device was just logged out. */
  everywhere?: true;
}

const HOME = '/home';

/**
 * For screens that need an account: returns who is signed in, undefined until the server has responded, and redirects
 * everybody else to the login, which leads back.
 * @param path of the screen
 * @param stays whether the screen stays when the session ends
 */
export function useSignedIn(
  path: string,
  stays = false,
): { user: User | undefined; isUnreachable: boolean } {
  const { status, user } = useSession();
  const [isUnreachable, setUnreachable] = useState(false);

  useEffect(() => {
    if (status === 'signed-out' && !stays) {
      navigate('/login', { replace: true, state: { from: path } });
    }
    if (status !== 'unknown') return undefined;
    let left = false;
    async function load(): Promise<void> {
      const session = await refreshSession();
      if (!left) setUnreachable(session.status === 'unknown');
    }
    void load();
    return () => {
      left = true;
    };
  }, [status, path, stays]);

  return { user, isUnreachable: isUnreachable && !user };
}

/**
 * For the login and sign-up screens: returns the state with which the visitor came, and redirects to where they were
 * going as soon as somebody is signed in.
 */
export function useAuthRedirect(): LoginState {
  const state = readLoginState(useLocation().state);
  const { status } = useSession();
  const path = returnPath(state);

  useEffect(() => {
    if (status === 'signed-in') navigate(path, { replace: true });
  }, [status, path]);

  return state;
}

/** Parses a history state; other code and older versions of the page write there too. */
export function readLoginState(state: unknown): LoginState {
  const { from, email, registered, reset, everywhere }: Record<string, unknown> = {
    ...(state as object),
  };
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof email === 'string' && { email }),
    ...(registered === true && { registered }),
    ...(reset === true && { reset }),
    ...(everywhere === true && { everywhere }),
  };
}

/** Returns a path inside the shop that is not a login page itself; home without one. */
export function returnPath({ from }: LoginState): string {
  if (!from || !/^\/(?![/\\])/.test(from)) return HOME;
  return /^\/(?:login|signup|forgot-password|reset-password)\b/i.test(from) ? HOME : from;
}

const reviewIntent = inTab('maalai.review-wanted');

/**
 * Remembers across a login or a reload that somebody wants to review the product. If the browser refuses storage, the
 * button has to be pressed once more after a reload.
 */
export function rememberReviewIntent(productId: string): void {
  reviewIntent.write(productId);
}

/** Returns whether somebody wanted to review this product. Deletes what was remembered, for any product. */
export function consumeReviewIntent(productId: string): boolean {
  const product = reviewIntent.read();
  reviewIntent.remove();
  return product === productId;
}
