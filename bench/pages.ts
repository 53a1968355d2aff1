// The cost of a page for the shop, and for a bare node:http that sends the same bytes with as many headers.
import { startShop } from '#support/shop.ts';
import type { Part, Row } from './part.ts';
import { browserHeaders, compare } from './side-by-side.ts';

const paths = ['/home', '/dairymilkgarland', '/productspage', '/prod'];

export const part: Part = {
  name: 'pages',
  about: 'processor time of the shop for a page, in brotli; the twin is a bare node:http',
  async run(options) {
    const shop = await startShop();
    try {
      const rows: Row[] = [];
      for (const path of paths) {
        const {
          shop: own,
          twin,
          share,
        } = await compare(shop, { path, headers: browserHeaders }, options);
        rows.push(
          { what: path, unit: 'ms CPU', ...own, twin: twin.value },
          { what: `${path}, twin ÷ shop`, unit: 'ratio', ...share, reach: 0.9, reachIs: 'least' },
        );
      }
      return rows;
    } finally {
      await shop.remove();
    }
  },
};
