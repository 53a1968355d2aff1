import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StaticRouter } from '../platform/navigation.tsx';
import NotFoundScreen from './not-found-screen.tsx';

test('the page for a wrong URL has links that work without scripts: all products, home, the chat and four gifts', () => {
  const html = renderToStaticMarkup(
    <StaticRouter path="/homes">
      <NotFoundScreen />
    </StaticRouter>,
  );
  const addresses = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses.slice(0, 2)).toEqual(['/productspage', '/home']);
  expect(addresses[2]).toMatch('https://wa.me/');
  expect(addresses.slice(3)).toHaveLength(4);
  expect(html.indexOf('For the next big day')).toBeGreaterThan(html.indexOf('404'));
});
