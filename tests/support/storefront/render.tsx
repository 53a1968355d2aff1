import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from '../../../src/storefront/platform/navigation.tsx';

/** Returns the HTML of a part of the page with this path. */
export const renderAt = (path: string, part: ReactNode) =>
  renderToStaticMarkup(<StaticRouter path={path}>{part}</StaticRouter>);
