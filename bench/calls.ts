// The cost of the API calls that pages make most: who is signed in, and the reviews of a product.
import { storeReviews } from '#support/server/stored-reviews.ts';
import { startShop } from '#support/shop.ts';
import type { RunningShop } from '#support/shop.ts';
import { openDatabaseBeside } from '../src/server/platform/database/open.ts';
import { openAccounts } from '../tests/races/shopper.ts';
import type { Call } from './caller.ts';
import type { Part, Row } from './part.ts';
import { browserHeaders, compare } from './side-by-side.ts';

const REACH = 0.2;
const REVIEWS = 200;
const product = '3';

async function writeReviews({ database }: RunningShop): Promise<void> {
  const { db, close } = await openDatabaseBeside(database);
  const rating = (index: number) => 5 - (index % 3);
  const comment =
    'Everyone at the wedding asked where the garland came from. It arrived a day early.';
  const reviews = Array.from({ length: REVIEWS }, (_, index) => ({
    product_id: product,
    title: `Lovely ${index}`,
    comment,
    rating: rating(index),
    helpful_votes: index % 7,
  }));
  await storeReviews(db, reviews);
  await close();
}

/** Resolves to the calls with their names. */
export async function oftenMade(shop: RunningShop): Promise<(Call & { what: string })[]> {
  await writeReviews(shop);
  const [account] = await openAccounts(shop, 1);
  const session = '/api/auth/get-session';
  const cookie = account?.cookie ?? '';
  return [
    { what: 'get-session, signed out', path: session, headers: browserHeaders },
    { what: 'get-session, signed in', path: session, headers: { ...browserHeaders, cookie } },
    {
      what: `all ${REVIEWS} reviews`,
      path: `/reviews?productId=${product}`,
      headers: browserHeaders,
    },
    {
      what: 'a page of reviews',
      path: `/reviews?productId=${product}&page=1`,
      headers: browserHeaders,
    },
  ];
}

export const part: Part = {
  name: 'calls',
  about: 'processor time of the shop for a call; the twin is a bare node:http with the same answer',
  async run(options) {
    // Each call has another address, as behind a proxy: a single one would soon reach its limits.
    const shop = await startShop({ TRUST_PROXY: '1' });
    try {
      const rows: Row[] = [];
      for (const { what, ...call } of await oftenMade(shop)) {
        const { shop: own, twin } = await compare(shop, call, options);
        rows.push({ what, unit: 'ms CPU', ...own, twin: twin.value, reach: REACH });
      }
      return rows;
    } finally {
      await shop.remove();
    }
  },
};
