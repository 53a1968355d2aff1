// Hydrates a prerendered page in the browser.
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readDocumentTime } from '../platform/clock.ts';
import { BrowserRouter } from '../platform/navigation.tsx';
import '../ui/tokens.css';
import '../ui/reset.css';
import '../ui/base.css';
import { App } from './app.tsx';
import { routeAt } from './routes.tsx';
import { rememberControls } from './replaced-controls.ts';
import { loadFirstScreen, resetOpening } from './screen-loader.ts';

const page = document.documentElement;

/** The script may arrive before the rest of the page. */
function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

async function hydrate(): Promise<void> {
  await Promise.all([parsed(), loadFirstScreen(routeAt(location.pathname))]);
  const root = document.getElementById('root')!;
  const restoreControls = rememberControls(root);
  // Lets the inline script repeat the earlier taps.
  const onReady = () =>
    void dispatchEvent(new CustomEvent('hydrated', { detail: restoreControls() }));
  const app = (
    <BrowserRouter>
      <App demo={'demo' in page.dataset} onReady={onReady} />
    </BrowserRouter>
  );
  // oxlint-disable-next-line no-console -- a page that differs from its prerendered self is a bug to be seen
  const onRecoverableError = (error: unknown) => console.error(error);
  // The development server does not prerender.
  if (import.meta.env.DEV) createRoot(root).render(app);
  else hydrateRoot(root, app, { onRecoverableError });
}

addEventListener('pageshow', (event) => {
  if (event.persisted) resetOpening();
});

// Not `performance.getEntriesByType`: the entry is complete only once the page has loaded.
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) readDocumentTime(entry as PerformanceNavigationTiming);
}).observe({ type: 'navigation', buffered: true });

// Not awaited at the top level: screens import modules of this file's chunk, and would wait for it in turn.
hydrate().catch((reason: unknown) => {
  reportError(reason);
  // The inline script says so.
  dispatchEvent(new Event('lost'));
});
