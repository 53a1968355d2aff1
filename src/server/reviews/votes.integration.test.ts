// POST /reviews/{id}/helpful: one vote per visitor.
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { formOf, openReviewSite } from '#support/server/review-site.ts';
import type { ReviewSite } from '#support/server/review-site.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import type { OpenDatabase } from '../platform/database/open.ts';

/** A signed cookie: a value and its signature. */
const SIGNED = /^[\w-]{22}\.[\w%]{40,}$/;

const path = '/reviews/r1/helpful';

/** A site with one review. */
async function openReviewed(database: OpenDatabase): Promise<ReviewSite> {
  await storeReviews(database.db, [{ id: 'r1' }]);
  return openReviewSite(database);
}

describeOnBothDatabases('POST /reviews/{id}/helpful', (open) => {
  it('counts a visitor once, however often they vote', covers('entity-26'), async () => {
    const site = await openReviewed(await open());
    const [one, other] = [site.visit(), site.visit()];
    for (const visitor of [one, other]) await visitor.call('GET', '/reviews');
    expect(await one.call('POST', path)).toMatchObject({ status: 200, body: { helpfulVotes: 1 } });
    expect((await one.call('POST', path)).body).toEqual({ helpfulVotes: 1 });
    expect((await other.call('POST', `/api${path}`)).body).toEqual({ helpfulVotes: 2 });
    expect((await other.call('POST', path)).body).toEqual({ helpfulVotes: 2 });
    expect((await one.call('GET', '/reviews')).body[0]).toMatchObject({ helpfulVotes: 2 });
  });

  it('counts visitors without cookies by their address', async () => {
    const site = await openReviewed(await open());
    expect((await site.visit().call('POST', path)).body).toEqual({ helpfulVotes: 1 });
    expect((await site.visit().call('POST', path)).body).toEqual({ helpfulVotes: 1 });
    expect((await site.visit('203.0.113.9').call('POST', path)).body).toEqual({ helpfulVotes: 2 });
  });

  it('counts invented cookies by the address: unsigned or with the signature of another value', async () => {
    const site = await openReviewed(await open());
    const known = site.visit();
    await known.call('GET', '/reviews');
    const [value = '', signature = ''] = known.cookies.get('maalai.visitor')?.split('.') ?? [];
    const others = [...'abcdef'].filter((first) => first !== value[0]);
    const invented = others.map((first) => first + value.slice(1));
    for (const cookie of ['x', ...invented, ...invented.map((other) => `${other}.${signature}`)]) {
      const headers = { cookie: `maalai.visitor=${cookie}` };
      const response = await site.visit().call('POST', path, undefined, headers);
      expect({ cookie, ...response.body }).toEqual({ cookie, helpfulVotes: 1 });
    }
    expect((await known.call('POST', path)).body).toEqual({ helpfulVotes: 2 });
  });

  it('replaces a cookie that is not signed', async () => {
    const visitor = (await openReviewSite(await open())).visit();
    visitor.cookies.set('maalai.visitor', 'AAAAAAAAAAAAAAAAAAAAAA');
    await visitor.call('GET', '/reviews');
    expect(visitor.cookies.get('maalai.visitor')).toMatch(SIGNED);
  });

  it('does not count authors, and returns the votes of others to them', async () => {
    const site = await openReviewSite(await open());
    const author = await site.signIn();
    const { id } = (await author.post(formOf())).body;
    const own = `/reviews/${id}/helpful`;
    expect(await author.call('POST', own)).toMatchObject({
      status: 200,
      body: { helpfulVotes: 0 },
    });
    expect((await site.visit().call('POST', own)).body).toEqual({ helpfulVotes: 1 });
    expect((await author.call('POST', own)).body).toEqual({ helpfulVotes: 1 });
  });

  it('counts an account once in all its browsers', async () => {
    const site = await openReviewed(await open());
    const asha = await site.signIn();
    expect((await asha.call('POST', path)).body).toEqual({ helpfulVotes: 1 });
    const phone = site.visit();
    await phone.call('GET', '/reviews');
    await phone.signIn(asha.account);
    expect((await phone.call('POST', path)).body).toEqual({ helpfulVotes: 1 });
  });

  it('counts a visitor who signs in after the vote once', async () => {
    const site = await openReviewed(await open());
    const visitor = site.visit();
    await visitor.call('GET', '/reviews');
    expect((await visitor.call('POST', path)).body).toEqual({ helpfulVotes: 1 });
    await visitor.signUp();
    expect((await visitor.call('POST', path)).body).toEqual({ helpfulVotes: 1 });
  });

  it('counts correctly when many visitors vote at once, each twice', async () => {
    const site = await openReviewed(await open());
    const visitors = Array.from({ length: 12 }, () => site.visit());
    await Promise.all(visitors.map((visitor) => visitor.call('GET', '/reviews')));
    const twice = [...visitors, ...visitors];
    const responses = await Promise.all(twice.map((visitor) => visitor.call('POST', path)));
    expect(responses.map(({ status }) => status)).toEqual(twice.map(() => 200));
    expect((await site.visit().call('GET', '/reviews')).body[0].helpfulVotes).toBe(12);
  });

  it('returns 404 for an unknown review, and 403 to another site', async () => {
    const site = await openReviewed(await open());
    const visitor = site.visit();
    expect(await visitor.call('POST', '/reviews/none/helpful')).toMatchObject({ status: 404 });
    const elsewhere = { origin: 'https://x.example' };
    const response = await visitor.call('POST', path, undefined, elsewhere);
    expect(response.status).toBe(403);
    expect((await visitor.call('GET', '/reviews')).body[0].helpfulVotes).toBe(0);
  });

  it('recognizes a browser by a cookie that neither scripts nor other sites can read', async () => {
    const site = await openReviewSite(await open());
    const plain = await site.visit().call('GET', '/reviews');
    expect(plain.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^maalai\.visitor=[\w-]{22}\.[\w%]{40,}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const known = site.visit();
    await known.call('GET', '/reviews');
    expect((await known.call('GET', '/reviews')).headers.getSetCookie()).toEqual([]);
    const secure = await openReviewSite(await open(), { origin: 'https://shop.example' });
    expect((await secure.visit().call('GET', '/reviews')).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-maalai\.visitor=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('stores no address in plain text', async () => {
    const database = await open();
    const site = await openReviewed(database);
    await site.visit('203.0.113.9').call('POST', path);
    const votes = await database.db.selectFrom('review_vote').selectAll().execute();
    expect(votes).toHaveLength(1);
    expect(JSON.stringify(votes)).not.toContain('203.0.113');
  });
});
