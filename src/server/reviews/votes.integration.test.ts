// POST /reviews/{id}/helpful: one vote per visitor.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { whileWaiting } from '#support/databases/meanwhile.ts';
import { createForm, openReviewSite } from '#support/server/review-site.ts';
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
  it('counts correctly when many visitors vote at once, each twice', async () => {
    const { site, greet } = await openReviewed(await open());
    const visitors = await Promise.all(Array.from({ length: 12 }, greet));
    const twice = [...visitors, ...visitors];
    const responses = await Promise.all(twice.map((visitor) => visitor.request('POST', path)));
    expect(responses.map(({ status }) => status)).toEqual(twice.map(() => 200));
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

  it('counts as a browser’s if the account is deleted meanwhile', async () => {
    const database = await open();
    const { site, vote } = await openReviewed(database);
    const asha = await site.signIn();
    await asha.get('/reviews');
    const votes = await whileWaiting(
      database,
      (trx) => trx.deleteFrom('user').execute(),
      () => vote(asha),
    );
    expect(votes).toBe(1);
    const [stored] = await database.db.selectFrom('review_vote').select('voter').execute();
    expect(stored?.voter).toMatch(/^visitor:/);
  });
});

onDatabase('POST /reviews/{id}/helpful', (open) => {
  it('counts a visitor once, however often they vote', covers('entity-26'), async () => {
    const { vote, greet } = await openReviewed(await open());
    const [one, other] = [await greet(), await greet()];
    expect(await one.request('POST', path)).toMatchObject({
      status: 200,
      body: { helpfulVotes: 1 },
    });
    expect(await vote(one)).toBe(1);
    expect((await other.request('POST', `/api${path}`)).body).toEqual({ helpfulVotes: 2 });
    expect(await vote(other)).toBe(2);
    expect((await one.get('/reviews')).body[0]).toMatchObject({ helpfulVotes: 2 });
  });
});

onDatabase('a helpful vote', (open) => {
  it('counts by the address without a cookie, which is stored as a hash with a key', async () => {
    const database = await open();
    const { site, vote } = await openReviewed(database);
    expect(await vote(site.visit())).toBe(1);
    expect(await vote(site.visit())).toBe(1);
    expect(await vote(site.visit('203.0.113.9'))).toBe(2);
    const votes = await database.db.selectFrom('review_vote').selectAll().execute();
    expect(votes).toHaveLength(2);
    expect(JSON.stringify(votes)).not.toMatch(/203\.0\.113|198\.51\.100/);
    // Whoever has a copy of the database could hash all addresses.
    const guess = createHash('sha256').update('r1 203.0.113.9').digest('base64url');
    expect(votes.map(({ voter }) => voter)).not.toContain(`address:${guess}`);
  });

  it('counts by the address with an invented cookie: unsigned or with another signature', async () => {
    const { site, vote, greet } = await openReviewed(await open());
    const known = await greet();
    const [value = '', signature = ''] = known.cookies.get('maalai.visitor')?.split('.') ?? [];
    const others = [...'abcdef'].filter((first) => first !== value[0]);
    const invented = others.map((first) => first + value.slice(1));
    for (const cookie of ['x', ...invented, ...invented.map((other) => `${other}.${signature}`)]) {
      const headers = { cookie: `maalai.visitor=${cookie}` };
      expect({ cookie, votes: await vote(site.visit(), headers) }).toEqual({ cookie, votes: 1 });
    }
    expect(await vote(known)).toBe(2);
  });

  it('of an author does not count, and returns the votes of others', async () => {
    const site = await openReviewSite(await open());
    const author = await site.signIn();
    const { id } = (await author.post(createForm())).body;
    for (const [visitor, helpfulVotes] of [
      [author, 0],
      [site.visit(), 1],
      [author, 1],
    ] as const) {
      const response = await visitor.request('POST', `/reviews/${id}/helpful`);
      expect(response).toMatchObject({ status: 200, body: { helpfulVotes } });
    }
  });

  it('counts once for an account in all its browsers, and for a visitor who signs in', async () => {
    const { site, vote, greet } = await openReviewed(await open());
    const asha = await site.signIn();
    expect(await vote(asha)).toBe(1);
    const phone = await greet();
    await phone.signIn(asha.account);
    expect(await vote(phone)).toBe(1);
    const visitor = await greet();
    expect(await vote(visitor)).toBe(2);
    await visitor.signUp();
    expect(await vote(visitor)).toBe(2);
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
