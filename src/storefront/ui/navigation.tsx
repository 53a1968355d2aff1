// The address, the history and how to move on. Routes are exact paths that `routes.tsx` looks up, so this is all of
// a router that the storefront needs: see docs/decisions/pages-and-their-weight.md for what it was weighed against.
import {
  createContext,
  startTransition,
  use,
  useLayoutEffect,
  useState,
  type ReactNode,
} from 'react';
import { needsPageLoad } from '../../shop/paths.ts';

export interface Location {
  pathname: string;
  /** With its '?', or empty. */
  search: string;
  /** With its '#', or empty. */
  hash: string;
  /** What `navigate` left in the history entry. Older versions of the page wrote there too: parse it. */
  state: unknown;
  /** Of the history entry. */
  key: string;
  /** Whether the visitor came by the browser: a page load, back or forward. */
  isReturn: boolean;
}

/** The key of the history entry that the browser is at. React may still be at the one before. */
export function currentKey(): string {
  const { key }: { key?: string } = { ...history.state };
  return key ?? 'first';
}

function currentLocation(isReturn: boolean): Location {
  const { pathname, search, hash } = location;
  return { pathname, search, hash, state: history.state?.state, key: currentKey(), isReturn };
}

const LocationContext = createContext<Location | undefined>(undefined);

/** Throws outside of a router. */
export function useLocation(): Location {
  const here = use(LocationContext);
  if (!here) throw new Error('useLocation needs a router around it.');
  return here;
}

let follow: ((isReturn: boolean) => void) | undefined;

export interface NavigateOptions {
  /** What the next screen finds in its location; must be serialisable. */
  state?: unknown;
  /** Takes the place of the current history entry. */
  replace?: boolean;
}

/** Shows a path of the shop. Its screen comes with a transition: until its code is here, the present one stays. */
export function navigate(to: string, { state, replace = false }: NavigateOptions = {}): void {
  if (needsPageLoad(to)) return location[replace ? 'replace' : 'assign'](to);
  const key = Math.random().toString(36).slice(2);
  try {
    history[replace ? 'replaceState' : 'pushState']({ key, state }, '', to);
  } catch {
    // Some browsers refuse more than 100 entries in 30 s.
    location.assign(to);
    return;
  }
  follow?.(false);
}

/** Follows the browser's address. Only one may stand on a page. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [here, setHere] = useState(() => currentLocation(true));

  useLayoutEffect(() => {
    follow = (isReturn) => startTransition(() => setHere(currentLocation(isReturn)));
    const onPopState = () => follow?.(true);
    addEventListener('popstate', onPopState);
    return () => {
      removeEventListener('popstate', onPopState);
      follow = undefined;
    };
  }, []);

  return <LocationContext value={here}>{children}</LocationContext>;
}

/** Stands at one path, where there is no browser. */
export function StaticRouter({ path, children }: { path: string; children: ReactNode }) {
  const here = { pathname: path, search: '', hash: '', state: null, key: 'first', isReturn: true };
  return <LocationContext value={here}>{children}</LocationContext>;
}
