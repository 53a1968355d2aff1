// The storefront's router: location, history, links and their prefetching. Routes are exact paths that `routes.tsx`
// looks up, so it needs no more. docs/decisions/pages.md compares it with libraries.
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useState,
} from 'react';
import { needsPageLoad, plainPath } from '../../shop/paths.ts';

interface Location {
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

interface NavigateOptions {
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

/** Returns the `aria-current` of a link to `to` on the page at `here`. */
export function currentPage(to: string, here: string): 'page' | undefined {
  return plainPath(to) === plainPath(here) ? 'page' : undefined;
}

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  to: string;
  /** The history state for the next screen. */
  state?: unknown;
}

/**
 * Navigates to a path of the shop without a page load, and prefetches the next screen; the frame scrolls to the top.
 * External URLs become plain links.
 */
export function AppLink({ to, state, children, ...rest }: AppLinkProps) {
  if (!to.startsWith('/')) {
    return (
      <a {...rest} href={to}>
        {children}
      </a>
    );
  }
  return (
    <InsideLink {...rest} to={to} state={state}>
      {children}
    </InsideLink>
  );
}

/** Returns whether the browser should handle the click: a new tab or window, or a download. */
function opensElsewhere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button !== 0 || modified || (target !== '' && target !== '_self');
}

function InsideLink({ to, state, children, onPointerEnter, onClick, ...rest }: AppLinkProps) {
  const prefetch = use(Prefetch);

  function onTap(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    // As in a browser, a link to the current URL adds no history entry.
    const isHere = event.currentTarget.href === location.href;
    navigate(to, { state, replace: isHere });
  }

  return (
    <a
      {...rest}
      href={to}
      onClick={onTap}
      // Under a mouse before it is pressed, under a finger as it comes down
      onPointerEnter={(event) => {
        prefetch(to);
        onPointerEnter?.(event);
      }}
    >
      {children}
    </a>
  );
}

/** Loads the code of the screen at a path: the app provides it. Unknown paths and repeated calls do nothing. */
export const Prefetch = createContext<(path: string) => void>(() => {});

/** A browser's `navigator`. Only Chromium describes the connection. */
export type Connected = Navigator & { connection?: Connection };
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns whether to fetch what may not be needed: not to save data, and not over a connection slower than 4G. */
export function mayPrefetch({ saveData = false, effectiveType = '4g' }: Connection = {}): boolean {
  return !saveData && effectiveType === '4g';
}
