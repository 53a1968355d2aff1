// What a page can do without until somebody asks for it, and for good where it cannot be fetched.
import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';

/** A component whose code is fetched when it is first shown. Where that fails nothing is shown, and the page stands. */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
