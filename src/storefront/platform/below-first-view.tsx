// The content below the first view of a screen.
import { useDeferredValue, type ReactNode } from 'react';
import { useLocation } from './navigation.tsx';

/**
 * Renders its children in a second step once a link has been followed, so that the first view is painted sooner. In a
 * prerendered page they are in the HTML. On a return they are rendered at once, or the page would be too short for the
 * position to scroll to; for a link to an anchor too, which may be one of them.
 */
export function BelowFirstView({ children }: { children: ReactNode }) {
  const { isReturn, hash } = useLocation();
  return useDeferredValue(true, isReturn || hash !== '') && children;
}
