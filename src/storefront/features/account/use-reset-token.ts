// The token that the letter's link brought along. It leaves the address bar, and with it the history and
// whatever reads addresses, as soon as the page is awake; a reload finds it in the history's state.
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Reads a token from a page's query and history state; what the address says is newer. */
export function resetTokenOf(search: string, state: unknown): string | undefined {
  const { token }: { token?: unknown } = { ...(state as object | null) };
  const kept = typeof token === 'string' ? token : undefined;
  return new URLSearchParams(search).get('token') || kept || undefined;
}

/** The token of this page, if it has one, and a way to throw it away. */
export function useResetToken(): { token: string | undefined; forget: () => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const token = resetTokenOf(search, state);

  useEffect(() => {
    if (search === '') return;
    void navigate(pathname, { replace: true, state: token === undefined ? undefined : { token } });
  }, [search, pathname, token, navigate]);

  return { token, forget: () => void navigate(pathname, { replace: true }) };
}
