// POST /reviews/{id}/helpful: one vote per visitor.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { whileWaiting } from '#support/databases/meanwhile.ts';
import { openReviewSite } from '#support/server/review-site.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import type { OpenDatabase } from '../platform/database/open.ts';

const path = '/reviews/r1/helpful';

/** Opens a site with one review. `vote` resolves to the number of votes in the response. */
async function openReviewed(database: OpenDatabase) {
  await storeReviews(database.db, [{ id: 'r1' }]);
  const site = await openReviewSite(database);
  type Visitor = ReturnType<typeof site.visit>;
  const vote = async (visitor: Visitor, headers = {}): Promise<number> =>
    (await visitor.request('POST', path, undefined, headers)).body.helpfulVotes;
  /** Creates a visitor who has read the reviews, and so has a cookie. */
  async function greet(): Promise<Visitor> {
    const visitor = site.visit();
    await visitor.get('/reviews');
    return visitor;
  }
  return { site, vote, greet };
}

onBoth('POST /reviews/{id}/helpful', (open) => {
  it('counts each visitor once when many vote at once, each twice [entity-26]', async () => {
    const { site, greet } = await openReviewed(await open());
    const visitors = await Promise.all(Array.from({ length: 12 }, greet));
    const twice = [...visitors, ...visitors];
    const responses = await Promise.all(twice.map((visitor) => visitor.request('POST', path)));
    expect(responses.map(({ status }) => status)).toEqual(twice.map(() => 200));
    const again = await visitors[0]?.request('POST', `/api${path}`);
    expect(again?.body).toEqual({ helpfulVotes: 12 });
    expect((await site.visit().get('/reviews')).body[0].helpfulVotes).toBe(12);
  });

  it('is refused for a review that is deleted meanwhile', async () => {
    const database = await open();
    const { greet } = await openReviewed(database);
    const visitor = await greet();
    const response = await whileWaiting(
      database,
      (trx) => trx.deleteFrom('review').execute(),
      () => visitor.request('POST', path),
    );
    expect(response).toMatchObject({ status: 404 });
  });
});

onDatabase('a helpful vote', (open) => {
  it('counts by a signed cookie: an invented one is replaced, and has no second vote', async () => {
    const { site, vote, greet } = await openReviewed(await open());
    const known = await greet();
    const cookie = known.cookies.get('maalai.visitor') ?? '';
    expect(await vote(known)).toBe(1);
    const invented = site.visit();
    const changed = cookie.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
    invented.cookies.set('maalai.visitor', changed);
    expect(await vote(invented)).toBe(2);
    expect(await vote(invented)).toBe(2);
    expect(invented.cookies.get('maalai.visitor')).toMatch(/^[\w-]{22}\./);
  });

  it('has a limit of each review, for browsers that begin without a cookie', async () => {
    const database = await open();
    await storeReviews(database.db, [{ id: 'r1' }, { id: 'r2' }]);
    const rules = { vote: [{ by: 'subject and network', points: 2, seconds: 60 }] } as const;
    const site = await openReviewSite(database, { rules });
    const statuses = [];
    for (const id of ['r1', 'r1', 'r1', 'r2']) {
      statuses.push((await site.visit().request('POST', `/reviews/${id}/helpful`)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('is refused with 404 for an unknown review, and with 403 from another site', async () => {
    const { greet } = await openReviewed(await open());
    const visitor = await greet();
    expect(await visitor.request('POST', '/reviews/none/helpful')).toMatchObject({ status: 404 });
    const elsewhere = { origin: 'https://x.example' };
    expect((await visitor.request('POST', path, undefined, elsewhere)).status).toBe(403);
    expect((await visitor.get('/reviews')).body[0].helpfulVotes).toBe(0);
  });

  it('is known by a signed cookie that neither scripts nor other sites can read', async () => {
    const site = await openReviewSite(await open());
    const setCookies = async (visitor: ReturnType<typeof site.visit>) =>
      (await visitor.get('/reviews')).headers.getSetCookie();
    const visitor = site.visit();
    visitor.cookies.set('maalai.visitor', 'AAAAAAAAAAAAAAAAAAAAAA');
    expect(await setCookies(visitor)).toEqual([
      expect.stringMatching(
        /^maalai\.visitor=[\w-]{22}\.[\w%]{40,}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await setCookies(visitor)).toEqual([]);
    const secure = await openReviewSite(await open(), { origin: 'https://shop.example' });
    expect(await setCookies(secure.visit())).toEqual([
      expect.stringMatching(/^__Host-maalai\.visitor=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });
});
