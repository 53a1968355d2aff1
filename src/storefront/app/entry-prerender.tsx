// Renders pages to HTML when the shop is built.
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from '../platform/navigation.tsx';
import { App } from './app.tsx';
import type { Route } from './routes.tsx';
import { loadFirstScreen } from './screen-loader.ts';

export { describePage as descriptionOf } from './document.ts';
export { renderDocument as documentOf } from './document.ts';
export { notFound, routes } from './routes.tsx';
export { buildStructuredData as structuredDataOf } from './structured-data.ts';

/** Resolves to the HTML of a route's page. Rejects with the first error of any component on it. */
export async function render(route: Route, demo: boolean): Promise<string> {
  // With the screen loaded nothing suspends, so the HTML needs no scripts to assemble it.
  await loadFirstScreen(route);
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter path={route.path}>
      <App demo={demo} />
    </StaticRouter>,
    { onError: (error) => void errors.push(error) },
  );
  const html = await text(prelude);
  if (errors.length > 0) throw errors[0];
  return html;
}
