// The pages in memory show the ratings of the database.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { liveProvider } from '#support/payments/live-provider.ts';
import { serveSite } from '#support/server/ask.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { createForm, openReviewSite } from '#support/server/review-site.ts';
import { writeSmallSite } from '#support/server/small-site.ts';
import { countStoredReviews, storeReviews } from '#support/server/stored-reviews.ts';
import type { Database } from '../platform/database/schema.ts';
import { createLog } from '../platform/log.ts';
import { loadSite } from '../web/pages.ts';
import { createPagePatches } from '../platform/http/resource.ts';
import { publishRatings } from './ratings.ts';

// Waits for PostgreSQL's start in a hook, whose time limit is longer than a test's.
beforeAll(postgresUrl);

const [SANDAL, KITKAT, PROD] = ['/sandlegarland', '/kitkatgarland', '/prod'] as const;

const writePage = (path: string) => {
  const data = { '@graph': [{ '@type': 'Product', url: path }, { '@type': 'FAQPage' }] };
  return `<!doctype html><script type="application/ld+json">${JSON.stringify(data)}</script>`;
};

/** Serves the pages over HTTP. After the start, only `ratings.kick` and `passPause` publish ratings. */
async function openPages(db: Database, changed: Record<string, string> = {}) {
  const complaints: string[] = [];
  const log = createLog('info', (line) => complaints.push(line));
  const html = Object.fromEntries([SANDAL, KITKAT, PROD].map((path) => [path, writePage(path)]));
  const address = { origin: 'https://maalai.example', secure: true, now: new Date(0) };
  const site = loadSite(writeSmallSite({ ...html, ...changed }), liveProvider, address);
  let passPause = () => {};
  const every = (pause: number, run: () => void) => {
    expect(pause).toBeLessThanOrEqual(5_000);
    passPause = run;
    return () => {};
  };
  const request = await serveSite(site, () => new Date(0));
  const ratings = publishRatings({ db, log, pages: createPagePatches(site.pages), every });
  const readRating = async (path: string) => {
    const { text } = await request(path);
    const [product, questions] = JSON.parse(/json">(.*)<\/script>/.exec(text)?.[1] ?? '')['@graph'];
    expect([product.url, questions]).toEqual([path, { '@type': 'FAQPage' }]);
    const { ratingValue, reviewCount } = product.aggregateRating ?? {};
    return product.aggregateRating && `${ratingValue} of ${reviewCount}`;
  };
  const { pages } = site;
  return { pages, request, ratings, readRating, complaints, passPause: () => passPause() };
}

async function review(db: Database, productId: string, ...stars: number[]): Promise<void> {
  const reviews = stars.map((rating) => ({ product_id: productId, rating }));
  await storeReviews(db, reviews);
}

onDatabase('the ratings on the pages', (open) => {
  it('are shown for products with reviews, by one query a round and none a page', async () => {
    const { db } = await open();
    let queries = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await review(db, '6', 5, 4, 4);
    await review(db, '5', 4, 5);
    await review(db, 'no longer sold', 1);
    const { ratings, readRating, complaints } = await openPages(counting);
    await ratings.kick();
    const before = queries;
    expect(await readRating(SANDAL)).toBe('4.3 of 3');
    expect(await readRating(KITKAT)).toBe('4.5 of 2');
    expect(await readRating(PROD)).toBeUndefined();
    expect(queries).toBe(before);
    await ratings.kick();
    expect(queries).toBe(before + 1);
    expect(complaints).toEqual([]);
  });

  it('change after a review was posted, and not after one was refused [found-5]', async () => {
    const database = await open();
    const { ratings, readRating } = await openPages(database.db);
    await ratings.kick();
    const kicked: Promise<void>[] = [];
    const kick = () => kicked.push(ratings.kick());
    const kavya = await (await openReviewSite(database, { ratings: { kick } })).signIn();
    expect((await kavya.post(createForm({ rating: '' }))).status).toBe(400);
    expect(kicked).toHaveLength(0);
    for (const [productId, rating, path, shown] of [
      ['6', '5', SANDAL, '5.0 of 1'],
      // Of one account only the newest counts.
      ['6', '2', SANDAL, '2.0 of 1'],
      ['7', '5', PROD, '5.0 of 1'],
    ] as const) {
      expect((await kavya.post(createForm({ productId, rating }))).status).toBe(201);
      await kicked.at(-1);
      expect(await readRating(path)).toBe(shown);
    }
    expect(kicked).toHaveLength(3);
    expect(await readRating(KITKAT)).toBeUndefined();
  });

  it('reach every process that shares the database within five seconds', async () => {
    const { db } = await open();
    const [one, other] = [await openPages(db), await openPages(db)];
    await Promise.all([one.ratings.kick(), other.ratings.kick()]);
    await review(db, '5', 3);
    await one.ratings.kick();
    expect(await other.readRating(KITKAT)).toBeUndefined();
    other.passPause();
    await expect.poll(() => other.readRating(KITKAT)).toBe('3.0 of 1');
    const [here, there] = await Promise.all([one.request(KITKAT), other.request(KITKAT)]);
    expect(there.headers.etag).toBe(here.headers.etag);
  });

  it('replace the bytes and ETags of a page in every encoding, and no other header', async () => {
    const { db } = await open();
    const { ratings, request } = await openPages(db);
    await ratings.kick();
    const requestAs = (encoding: string, more = {}) =>
      request(SANDAL, { headers: { 'Accept-Encoding': encoding, ...more } });
    const encodings = ['br', 'gzip', 'identity'];
    const before = await Promise.all(encodings.map((encoding) => requestAs(encoding)));
    await review(db, '6', 4);
    await ratings.kick();
    const after = await Promise.all(encodings.map((encoding) => requestAs(encoding)));

    const [br, gzip, identity] = after;
    expect(identity?.text).toContain('"ratingValue":"4.0","reviewCount":1');
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(identity?.text);
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(identity?.text);
    const tags = [...before, ...after].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(6);
    for (const [index, { headers, body }] of after.entries()) {
      const changing = { etag: '', 'content-length': '', date: '' };
      expect({ ...headers, ...changing }).toEqual({ ...before[index]?.headers, ...changing });
      expect(Number(headers['content-length'])).toBe(body.length);
      const repeat = (tag = '') => requestAs(encodings[index] ?? '', { 'If-None-Match': tag });
      expect((await repeat(headers.etag)).status).toBe(304);
      expect((await repeat(before[index]?.headers.etag)).status).toBe(200);
    }
  });

  it('leave a page unchanged while its rating is the same, and disappear with the last review', async () => {
    const { db } = await open();
    const { ratings, pages } = await openPages(db);
    const built = new Map(pages);
    const replaced = () => [...pages.keys()].filter((path) => pages.get(path) !== built.get(path));
    await review(db, '6', 4);
    await ratings.kick();
    expect(replaced()).toEqual([SANDAL]);
    const rated = pages.get(SANDAL);
    await db.updateTable('review').set({ helpful_votes: 7 }).execute();
    await ratings.kick();
    expect(pages.get(SANDAL)).toBe(rated);
    await db.deleteFrom('review').execute();
    await countStoredReviews(db);
    await ratings.kick();
    expect(replaced()).toEqual([]);
  });

  it('are published for the other products if one page cannot contain one', async () => {
    const { db } = await open();
    for (const id of ['5', '6']) await review(db, id, 4);
    const html = { [KITKAT]: '<!doctype html>' };
    const { ratings, readRating, request, complaints } = await openPages(db, html);
    await ratings.kick();
    expect(await readRating(SANDAL)).toBe('4.0 of 1');
    expect((await request(KITKAT)).text).toBe('<!doctype html>');
    expect(complaints.join()).toContain('no product that could be rated');
  });
});

it('pages stay unchanged while the database is unavailable, and are updated afterwards', async () => {
  const { db, silence, cut, repair } = await openBehindProxy();
  await review(db, '6', 4);
  const { ratings, readRating, complaints, passPause } = await openPages(db);
  await ratings.kick();
  for (const [index, trouble] of [silence, cut].entries()) {
    const shown = await readRating(SANDAL);
    const before = complaints.length;
    trouble();
    const round = ratings.kick();
    expect(await readRating(SANDAL)).toBe(shown);
    await round;
    expect(complaints.slice(before).join()).toContain('ratings are not up to date');
    expect(await readRating(SANDAL)).toBe(shown);
    repair();
    await review(db, '6', 4);
    passPause();
    await expect.poll(() => readRating(SANDAL)).toBe(`4.0 of ${index + 2}`);
  }
});
