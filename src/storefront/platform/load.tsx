// Lazy components that a page can do without.
import { type ComponentType, lazy, Suspense } from 'react';

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

// The style sheet for what pages show later. A page has the styles of its first view in its HTML; the build puts those
// of everything else into one sheet, and its address into `<html data-styles>`.

let sheet: Promise<void> | undefined;

function fetchSheet(href: string): Promise<void> {
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

/**
 * Resolves to imported code once its styles have loaded as well. Rejects if one of them cannot be loaded; another call
 * tries again. In development, code brings its own styles.
 */
export async function withStyles<Code>(code: Promise<Code>): Promise<Code> {
  const { styles } = document.documentElement.dataset;
  if (styles) sheet ??= fetchSheet(styles);
  return (await Promise.all([code, sheet]))[0];
}
