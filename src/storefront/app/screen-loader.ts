// Fetches the code of screens: once, and ahead of time where a link is pointed at.
import type { ComponentType } from 'react';
import { needsPageLoad } from '../../shop/paths.ts';
import { loadModule, loadWithStyles } from '../platform/load.tsx';
import type { Route } from './routes.tsx';

type Screen = ComponentType;

const loaded = new Map<Route, Screen>();
const loading = new Map<Route, Promise<Screen>>();

/** Returns the screen of a route if its code is loaded. */
export function loadedScreen(route: Route): Screen | undefined {
  return loaded.get(route);
}

function loadOnce(route: Route, load: Route['load']): Promise<Screen> {
  const begun = loading.get(route);
  if (begun) return begun;
  const promise = load().then(
    (module) => {
      loaded.set(route, module.default);
      return module.default;
    },
    (error: unknown) => {
      loading.delete(route);
      throw error;
    },
  );
  loading.set(route, promise);
  return promise;
}

/** Fetches a route's screen, code and styles. Returns the same promise to every caller, until it fails. */
export function loadScreen(route: Route): Promise<Screen> {
  return loadOnce(route, () => loadWithStyles(route.load));
}

/** Fetches the code of the screen that the page was built with: its HTML has the styles. */
export function loadFirstScreen(route: Route): Promise<Screen> {
  return loadOnce(route, () => loadModule(route.load));
}

const opening = new Map<Route, Promise<Screen>>();

/**
 * Fetches a screen that is being opened. If its code is gone, because the shop was deployed since this page was loaded,
 * or if it needs a document of its own, the page is left and the promise stays pending, so that the old screen stays
 * until the browser has the new document.
 * @param leave reloads the current URL
 */
export function openScreen(route: Route, leave: () => void): Promise<Screen> {
  const begun = opening.get(route);
  if (begun) return begun;
  const left = () => {
    leave();
    return new Promise<never>(() => {});
  };
  const promise = needsPageLoad(route.path) ? left() : loadScreen(route).catch(left);
  opening.set(route, promise);
  return promise;
}

/** Forgets what was being opened, for a page that was left and comes back from the back-forward cache. */
export function resetOpening(): void {
  opening.clear();
}
