// The token of an e-mail link is in its fragment, which no server sees. It is removed from the address bar, and with it
// from the history, as soon as the page is hydrated; a reload finds it in the history's state.
import { useEffect } from 'react';
import { navigate, useLocation } from '../platform/navigation.tsx';

/** Returns the token of a page's fragment or history state; the fragment is newer. */
export function linkTokenOf(hash: string, state: unknown): string | undefined {
  const { token }: { token?: unknown } = { ...(state as object | null) };
  const kept = typeof token === 'string' ? token : undefined;
  return hash.slice(1) || kept;
}

/** Returns the token of this page, if it has one, and a function that discards it. */
export function useLinkToken(): { token: string | undefined; forget: () => void } {
  const { pathname, hash, state } = useLocation();
  const token = linkTokenOf(hash, state);

  useEffect(() => {
    if (hash === '') return;
    navigate(pathname, { replace: true, state: token === undefined ? undefined : { token } });
  }, [hash, pathname, token]);

  return { token, forget: () => navigate(pathname, { replace: true }) };
}
