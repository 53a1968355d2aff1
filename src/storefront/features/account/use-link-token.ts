// The token that the link of an e-mail carries behind its '#', where no server sees it. It leaves the address
// bar, and with it the history, as soon as the page is hydrated; a reload finds it in the history's state.
import { useEffect } from 'react';
import { navigate, useLocation } from '../../ui/navigation.tsx';

/** Reads a token from a page's fragment and history state; what the address says is newer. */
export function linkTokenOf(hash: string, state: unknown): string | undefined {
  const { token }: { token?: unknown } = { ...(state as object | null) };
  const kept = typeof token === 'string' ? token : undefined;
  return hash.slice(1) || kept;
}

/** The token of this page, if it has one, and a way to throw it away. */
export function useLinkToken(): { token: string | undefined; forget: () => void } {
  const { pathname, hash, state } = useLocation();
  const token = linkTokenOf(hash, state);

  useEffect(() => {
    if (hash === '') return;
    navigate(pathname, { replace: true, state: token === undefined ? undefined : { token } });
  }, [hash, pathname, token]);

  return { token, forget: () => navigate(pathname, { replace: true }) };
}
