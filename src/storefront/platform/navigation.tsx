// The storefront's router: location, history and navigation. Routes are exact paths that `routes.tsx` looks up, so
// it needs no more. docs/decisions/pages-and-their-weight.md compares it with libraries.
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
  /** The state that `navigate` stored in the history entry. Parse it: older versions of the page wrote there too. */
  state: unknown;
  /** The key of the history entry. */
  key: string;
  /** Whether the location comes from the browser: a page load, back or forward. */
  isReturn: boolean;
}

/** Returns the key of the browser's current history entry. React may still render the previous one. */
export function currentKey(): string {
  const { key }: { key?: string } = { ...history.state };
  return key ?? 'first';
}

function currentLocation(isReturn: boolean): Location {
  const { pathname, search, hash } = location;
  return { pathname, search, hash, state: history.state?.state, key: currentKey(), isReturn };
}

const LocationContext = createContext<Location | undefined>(undefined);

/** Returns the current location. Throws outside of a router. */
export function useLocation(): Location {
  const here = use(LocationContext);
  if (!here) throw new Error('useLocation needs a router around it.');
  return here;
}

let follow: ((isReturn: boolean) => void) | undefined;

export interface NavigateOptions {
  /** The state of the next screen's location; must be serialisable. */
  state?: unknown;
  /** Replaces the current history entry. */
  replace?: boolean;
}

/** Navigates to a path of the shop, in a transition: the current screen stays until the next one has loaded. */
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

/** Provides the browser's location. A page can have only one. */
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

/** Provides a fixed path for prerendering. */
export function StaticRouter({ path, children }: { path: string; children: ReactNode }) {
  const here = { pathname: path, search: '', hash: '', state: null, key: 'first', isReturn: true };
  return <LocationContext value={here}>{children}</LocationContext>;
}
