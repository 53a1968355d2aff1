// The one loader of what a page needs later: all `import()` outside of the routes goes through it. A page has the
// styles of its first view in its HTML; the build puts those of everything else into one sheet, and its address into
// `<html data-styles>`. In development, code brings its own styles.
import { type ComponentType, lazy, Suspense } from 'react';

/** Resolves to a module that shows nothing. */
export function loadModule<Code>(load: () => Promise<Code>): Promise<Code> {
  return load();
}

/**
 * Resolves to a module once the styles for later have loaded as well. Rejects if one of them cannot be loaded; another
 * try loads it again.
 */
export async function loadWithStyles<Code>(load: () => Promise<Code>): Promise<Code> {
  const { styles } = document.documentElement.dataset;
  if (styles) sheet ??= loadSheet(styles);
  return (await Promise.all([loadModule(load), sheet]))[0];
}

/** Returns a component whose code loads when it is first rendered. If loading fails, it renders nothing. */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    loadWithStyles(load).catch(() => ({ default: () => null })),
  );
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

let sheet: Promise<void> | undefined;

function loadSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href,
      onload: () => resolve(),
      onerror: () => {
        link.remove();
        sheet = undefined;
        reject(new Error('The styles could not be loaded.'));
      },
    });
    document.head.append(link);
  });
}
