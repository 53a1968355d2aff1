// The whole storefront: the frame and the screen of the current path.
import { use, useEffect } from 'react';
import { needsPageLoad } from '../../shop/paths.ts';
import { usePageTexts } from './page-texts.ts';
import { routeAt } from './routes.tsx';
import type { Route } from './routes.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { loadedScreen, loadScreen, openScreen } from './screen-loader.ts';
import { Frame } from './frame.tsx';
import { navigate, useLocation } from '../platform/navigation.tsx';
import { mayPrefetch, Prefetch, type Connected } from '../platform/prefetch.ts';

/**
 * @param demo whether the shop has no live payment keys
 * @param onReady called once the page is hydrated
 */
export function App({ demo, onReady }: { demo: boolean; onReady?: () => void }) {
  const { pathname } = useLocation();
  const route = routeAt(pathname);
  usePageTexts(route);
  useHomeAddress(pathname);
  useEffect(() => onReady?.(), [onReady]);
  return (
    <Prefetch value={prefetch}>
      <Frame demo={demo} product={route.product?.name}>
        <ScreenBoundary key={route.path}>
          <Screen route={route} />
        </ScreenBoundary>
      </Frame>
    </Prefetch>
  );
}

/** Navigation is a transition, so the previous screen stays while this waits for code. */
function Screen({ route }: { route: Route }) {
  const View = loadedScreen(route) ?? use(openScreen(route, () => location.reload()));
  // oxlint-disable-next-line react/static-components -- every route has one component, the same each time
  return <View />;
}

function prefetch(path: string): void {
  if (!mayPrefetch((navigator as Connected).connection)) return;
  const route = routeAt(new URL(path, location.href).pathname);
  // Only a prefetch: if it fails, opening the screen tries again.
  if (!needsPageLoad(route.path)) loadScreen(route).catch(() => {});
}

/** Replaces '/', which shows the home page, by the home page's path, like the server's redirect. */
function useHomeAddress(pathname: string): void {
  useEffect(() => {
    if (pathname === '/') navigate('/home', { replace: true });
  }, [pathname]);
}
