// Where the login leads: back to the page that required it, or home.
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
}

const HOME = '/home';

/** Parses a history state; other code and older versions of the page write there too. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, email, registered, reset } = state as Record<string, unknown>;
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof email === 'string' && { email }),
    ...(registered === true && { registered }),
    ...(reset === true && { reset }),
  };
}

/** Returns a path inside the shop that is not a login page itself. */
export function returnPath({ from }: LoginState): string {
  if (!from || !/^\/(?![/\\])/.test(from)) return HOME;
  return /^\/(?:login|signup|forgot-password|reset-password)\b/i.test(from) ? HOME : from;
}

// Redirects a signed-in visitor from the login and sign-up screens to where they were going.

/** Returns the state with which the visitor came. Redirects as soon as somebody is signed in. */
export function useAuthRedirect(): LoginState {
  const state = readLoginState(useLocation().state);
  const { status } = useSession();
  const path = returnPath(state);

  useEffect(() => {
    if (status === 'signed-in') navigate(path, { replace: true });
  }, [status, path]);

  return state;
}

// For screens that need an account: redirects everybody else to the login, which leads back.

/**
 * Returns who is signed in; undefined until the server has responded.
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
    async function ask(): Promise<void> {
      const session = await refreshSession();
      if (!left) setUnreachable(session.status === 'unknown');
    }
    void ask();
    return () => {
      left = true;
    };
  }, [status, path, stays]);

  return { user, isUnreachable: isUnreachable && !user };
}

// Remembers that somebody wants to write a review, across a login or a reload.

const wanted = inTab('maalai.review-wanted');

/** Remembers the product. If the browser refuses storage, the button has to be pressed once more. */
export function rememberReviewIntent(productId: string): void {
  wanted.write(productId);
}

/** Returns whether somebody wanted to review this product. Deletes what was remembered, for any product. */
export function consumeReviewIntent(productId: string): boolean {
  const product = wanted.read();
  wanted.remove();
  return product === productId;
}
