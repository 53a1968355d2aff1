import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { screenModules } from '../../../scripts/build/pages.ts';
import { documentTitle } from './app.tsx';
import { describePage } from './document.ts';
import { home, notFound, routeAt, routes } from './routes.tsx';

describe('routeAt', () => {
  it('finds a page in any case and with a trailing slash [route-15]', () => {
    for (const path of ['/contactus', '/Contactus', '/ContactUs', '/CONTACTUS/']) {
      expect(routeAt(path).path).toBe('/contactus');
    }
  });

  it('shows the home page at the root, and notFound for unknown paths', () => {
    expect(routeAt('/')).toBe(home);
    for (const path of ['/homes', '/home/x', '/constructor', '/not-found-either'])
      expect(routeAt(path)).toBe(notFound);
  });

  it('finds the page of every product [route-5..7]', () => {
    for (const { link, name } of catalogue) {
      expect(routeAt(link).path).toBe(link);
      expect(routeAt(link).product?.name).toBe(name);
    }
  });
});

describe('routes', () => {
  const all = [...routes, notFound];

  it.each(all)('$path has a valid path, title and description', async (route) => {
    const description = await describePage(route);
    expect(route.path).toMatch(/^\/[a-z-]+$/);
    expect(route.title.length).toBeGreaterThan(3);
    expect(documentTitle(route).length).toBeLessThan(65);
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThan(160);
  });

  const ownScreens = all.filter(({ product }) => !product);

  it.each(ownScreens)('$path has a screen file of the same name', ({ path }) => {
    const [file = ''] = screenModules({ path });
    expect(existsSync(join(import.meta.dirname, '../../..', file))).toBe(true);
  });

  it('have unique paths, titles and descriptions [combo-8]', async () => {
    const descriptions = await Promise.all(all.map(describePage));
    const parts = [all.map(({ path }) => path), all.map(({ title }) => title), descriptions];
    for (const part of parts) expect(new Set(part).size).toBe(all.length);
  });
});
