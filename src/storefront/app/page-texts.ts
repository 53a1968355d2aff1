// The texts in the head of a document, which change with each navigation.
import { useEffect } from 'react';
import { brand } from '../../shop/brand.ts';
import { home } from './routes.tsx';
import type { Route } from './routes.tsx';

/** Returns the title of the window: the home page begins with the shop's name, all others end with it. */
export function titleOf(route: Route): string {
  return route === home ? `${brand.name}: ${route.title}` : `${route.title} | ${brand.name}`;
}

/** Sets the title and the canonical URL of the route. */
export function usePageTexts(route: Route): void {
  useEffect(() => {
    document.title = titleOf(route);
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (canonical) canonical.href = new URL(route.path, canonical.href).href;
  }, [route]);
}
