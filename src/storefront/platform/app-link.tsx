// A link inside the shop. It navigates without a page load and prefetches the next screen.
import { use, type ComponentProps, type MouseEvent } from 'react';
import { navigate } from './navigation.tsx';
import { Prefetch } from './prefetch.ts';

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  to: string;
  /** The history state for the next screen. */
  state?: unknown;
}

/** Navigates to a path of the shop; the frame scrolls to the top. External URLs become plain links. */
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

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
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
      onClick={follow}
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
