// Lazy components that a page can do without.
import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { withStyles } from './later-styles.ts';

/** Returns a component whose code loads when it is first rendered. If loading fails, it renders nothing. */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    withStyles(load()).catch(() => ({ default: () => null })),
  );
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
