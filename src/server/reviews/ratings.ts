// The ratings on the product pages in memory: updated whenever they have changed, so that serving a page needs no query,
// as schema.org data for search engines and in words beside the displayed rating.
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { groupDigits } from '../../shop/money.ts';
import { plainPath } from '../../shop/paths.ts';
import { formatAverage, sumRatingCounts } from '../../shop/reviews.ts';
import type { RatingSums } from '../../shop/reviews.ts';
import type { Database } from '../platform/database/schema.ts';
import type { PagePatches } from '../platform/http/resource.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';

/** Milliseconds until a process shows what another process, or a command of the owner, has changed. */
const PAUSE = 5_000;

type Sums = Pick<RatingSums, 'count' | 'average'>;

/** The rating of a product with at least one shown review. */
interface Rating {
  /** Of all shown reviews: what the page says. */
  reviews: Sums;
  /** Of the newest review of each account: what search engines are told, so that nobody counts twice. */
  authors: Sums;
}

interface PublishParts {
  db: Database;
  log: Logger;
  /** The pages of the build. Those of products with reviews are changed. */
  pages: PagePatches;
  /** Replaces the timer in tests. */
  every?: Every;
}

/** Updates the pages at once, whenever kicked, and every few seconds. */
export function publishRatings({ db, log, pages, every }: PublishParts): Rounds {
  const products = catalogue.map(({ id, link }) => ({ id, key: plainPath(link) }));
  /** The ratings on the pages, by product id. */
  const shown = new Map<string, Rating>();

  async function publish({ id, key }: (typeof products)[number], rating?: Rating) {
    if (isDeepStrictEqual(shown.get(id), rating)) return;
    await pages.patch(key, 'rating', rating && ((html) => withRating(html, rating)));
    if (rating) shown.set(id, rating);
    else shown.delete(id);
  }

  const onError = (error: unknown) =>
    log.error(
      { err: error },
      'ratings are not up to date on the pages; the next round tries again',
    );

  return workInRounds({
    pause: PAUSE,
    async round(isStopping) {
      const ratings = await readRatings(db);
      for (const product of products) {
        if (isStopping()) return;
        await publish(product, ratings.get(product.id)).catch(onError);
      }
    },
    onError,
    ...(every && { every }),
  });
}

/** Resolves to the ratings by product id. Products without reviews have none. */
async function readRatings(db: Database): Promise<Map<string, Rating>> {
  const rows = await db
    .selectFrom('review_count')
    .select(['product_id', 'rating', 'reviews', 'authors'])
    .where('reviews', '>', 0)
    .execute();
  const products = Map.groupBy(rows, (row) => row.product_id);
  return new Map(
    Array.from(products, ([id, own]) => {
      const sum = (of: 'reviews' | 'authors') => {
        const counts = own.map((row) => [row.rating, row[of]]);
        const { count, average } = sumRatingCounts(Object.fromEntries(counts));
        return { count, average };
      };
      return [id, { reviews: sum('reviews'), authors: sum('authors') }];
    }),
  );
}

const dataPattern = /(?<=<script type="application\/ld\+json">).*?(?=<\/script>)/s;
const Data = v.looseObject({ '@graph': v.array(v.looseObject({ '@type': v.string() })) });

/** An element that the storefront leaves empty (storefront/product/buy-panel.tsx). */
const wordsPattern = /(?<=<span data-average="">)[^<]*/;

/** Returns the page with the rating in its JSON-LD and beside the displayed one. Throws if there is no product. */
export function withRating(html: string, rating: Rating): string {
  const data: unknown = JSON.parse(dataPattern.exec(html)?.[0] ?? 'null');
  // `is`, not `parse`: parsing would change the order of the members.
  const nodes = v.is(Data, data) ? data['@graph'] : [];
  const product = nodes.find((node) => node['@type'] === 'Product');
  if (product === undefined) throw new Error('The page has no product that could be rated.');
  const { reviews, authors } = rating;
  product['aggregateRating'] = {
    '@type': 'AggregateRating',
    ratingValue: formatAverage(authors.average),
    reviewCount: authors.count,
    bestRating: 5,
    worstRating: 1,
  };
  // Escaped as in the build: no text may end the script element or begin a comment in it.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  const { count, average } = reviews;
  const counted = count === 1 ? '1 review' : `${groupDigits(String(count))} reviews`;
  const words = `${formatAverage(average)} from ${counted}`;
  return html.replace(dataPattern, () => text).replace(wordsPattern, words);
}
