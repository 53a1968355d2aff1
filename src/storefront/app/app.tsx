// The whole storefront: the frame and the screen of the current path.
import { Component, type ReactNode, use, useEffect } from 'react';
import { needsPageLoad } from '../../shop/paths.ts';
import { brand } from '../../shop/brand.ts';
import {
  type Connected,
  mayPrefetch,
  navigate,
  Prefetch,
  useLocation,
} from '../platform/navigation.tsx';
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { home, type Route, routeAt } from './routes.tsx';
import { loadedScreen, loadScreen, openScreen } from './screen-loader.ts';
import { Frame } from './frame.tsx';

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

/** Replaces '/', which shows the home page, by the home page's path, like the server's redirect; the query stays. */
function useHomeAddress(pathname: string): void {
  useEffect(() => {
    if (pathname === '/') navigate(`/home${location.search}${location.hash}`, { replace: true });
  }, [pathname]);
}

/** Returns the title of the window: the home page begins with the shop's name, all others end with it. */
export function documentTitle(route: Route): string {
  return route === home ? `${brand.name}: ${route.title}` : `${route.title} | ${brand.name}`;
}

/** Sets the title and the canonical URL of the route. */
function usePageTexts(route: Route): void {
  useEffect(() => {
    document.title = documentTitle(route);
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (canonical) canonical.href = new URL(route.path, canonical.href).href;
  }, [route]);
}

/** If a screen fails, the bar, the menu and the chat stay, and the visitor is shown what helps. */
class ScreenBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className={classNames(layout.wrap, layout.section, layout.stack)} role="alert">
        <h1>Something came undone</h1>
        <p>
          This page did not load properly. Your cart is safe. Loading the page again usually helps.
        </p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </div>
    );
  }
}
