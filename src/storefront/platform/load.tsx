// The one loader of what a page needs later: all `import()` goes through it, that of the routes too (app/screen-loader.ts).
// A page has the styles of its first view in its HTML; the build puts those of everything else into one sheet, and its
// address into `<html data-styles>`. In development, code brings its own styles.
import { type ComponentType, useEffect, useState } from 'react';

/**
 * Over two seconds: a phone that changes its cell, or a shop that restarts, needs a moment. A module may also import one
 * that is lost too, which only the next try finds out.
 */
const TRIES = 5;
const PAUSE_MS = 500;
/** A file that hangs ends like one that fails. */
const TIME_LIMIT_MS = 20_000;

/**
 * Resolves to a module that shows nothing. Rejects if it cannot be loaded in five tries or 20 s. Another call tries
 * again (docs/decisions/pages.md, 'A file that does not arrive').
 */
export async function loadModule<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('A file has not arrived in time.')), TIME_LIMIT_MS);
  });
  const tryFor = (tries: number): Promise<Code> =>
    load().catch(async (reason: unknown) => {
      if (tries === 1) throw reason;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return tryFor(tries - 1);
    });
  return Promise.race([tryFor(TRIES), late]).finally(() => clearTimeout(timer));
}

/** Like `loadModule`, for a module that shows something: resolves once the styles for later have loaded as well. */
export async function loadWithStyles<Code>(load: () => Promise<Code>): Promise<Code> {
  const { styles } = document.documentElement.dataset;
  const withStyles = styles && loadModule(() => (sheet ??= loadSheet(styles)));
  return (await Promise.all([loadModule(load), withStyles]))[0];
}

/** The props of a button that tries again. */
export interface TryAgain {
  busy: boolean;
  onClick: () => void;
}

/**
 * Returns a component whose code loads when it is first rendered, and again with the next one if that fails.
 * @param Failure shown if it fails, where somebody waits for it
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Failure?: ComponentType<TryAgain>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [{ Part, tries, failures }, setState] = useState({ Part: loaded, tries: 1, failures: 0 });
    useEffect(() => {
      if (Part) return;
      async function fetchPart(): Promise<void> {
        const code = await loadWithStyles(load).catch(() => undefined);
        loaded ??= code?.default;
        setState({ Part: loaded, tries, failures: tries });
      }
      void fetchPart();
    }, [Part, tries]);
    if (Part) return <Part {...props} />;
    if (failures === 0 || !Failure) return null;
    const onClick = () => setState({ Part: loaded, tries: failures + 1, failures });
    return <Failure busy={tries > failures} onClick={onClick} />;
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
