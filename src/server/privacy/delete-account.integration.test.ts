import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import {
  asha,
  ashasProfile,
  createVisitor,
  openAccountSite,
} from '#support/server/account-site.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { insertAccount } from '#support/server/insert-session.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { createPictureStore } from '../reviews/pictures/picture-store.ts';
import { listOrders } from '../orders/routes.ts';

const DELETE = '/api/auth/delete-user';
const SIGN_IN = '/api/auth/sign-in/email';
const NOW = '2026-03-08T09:00:00.000Z';
const { password } = asha;
const bala = { ...asha, name: 'Bala', email: 'bala@example.com' };

describeOnBothDatabases('deleting an account', (open, kind) => {
  async function visit() {
    const database = await open();
    const remove = vi.fn<(names: readonly string[]) => Promise<void>>(() => Promise.resolve());
    const pictures = { ...createPictureStore('/nowhere'), remove };
    const ratings = { kick: vi.fn<() => void>() };
    const site = await openAccountSite(database, { pictures, ratings });
    const [id, balasId] = [
      await insertAccount(site.auth, asha),
      await insertAccount(site.auth, bala),
    ];
    const signedIn = async (account = asha) => {
      const visitor = createVisitor(site.app);
      expect((await visitor.ask('POST', SIGN_IN, account)).status).toBe(200);
      return visitor;
    };
    const { db } = database;
    /** Resolves to the table names of all rows that contain one of the texts. */
    const rowsWith = async (...texts: string[]) => {
      const found: string[] = [];
      for (const table of [
        'user',
        'session',
        'account',
        'profile',
        'verification',
        'mail',
        'review',
        'review_vote',
        'payment_attempt',
        'shop_order',
      ] as const) {
        const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
        const holds = rows.filter((row) =>
          texts.some((text) => JSON.stringify(row).includes(text)),
        );
        found.push(...holds.map(() => table));
      }
      return found;
    };
    return {
      ...database,
      ...site,
      remove,
      ratings,
      id,
      balasId,
      signedIn,
      rowsWith,
      here: await signedIn(),
    };
  }

  it('requires the password', async () => {
    const { here, log } = await visit();
    const wrong = await here.ask('POST', DELETE, { password: 'not-the-one-42' });
    const message = 'This is not the password of your account. Please type it again.';
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_PASSWORD' } });
    expect(wrong.body.errors).toEqual([{ field: 'password', message }]);
    expect((await here.ask('POST', DELETE, {})).status).toBe(400);
    expect((await here.ask('POST', DELETE, { password: 'x'.repeat(129) })).status).toBe(400);
    expect((await here.ask('GET', '/me')).status).toBe(200);
    expect(log.join()).not.toContain('lassi');
  });

  it('returns 401 to a signed-out visitor', async () => {
    const { app } = await visit();
    const refused = await createVisitor(app).ask('POST', DELETE, { password });
    expect(refused).toMatchObject({ status: 401, body: { code: 'SIGNED_OUT' } });
  });

  it('erases its sessions, profile, links and e-mails, and nothing of other accounts', async () => {
    const { here, app, db, id, signedIn, rowsWith, kicks } = await visit();
    const [elsewhere, balas] = [await signedIn(), await signedIn(bala)];
    for (const account of [asha, bala]) {
      await here.ask('POST', '/api/users/register', { ...ashasProfile, ...account });
      await here.ask('POST', '/api/auth/request-password-reset', { email: account.email });
    }
    const changedAt = NOW;
    await db.transaction().execute((trx) =>
      enqueueMail(
        trx,
        new Date(NOW),
        [asha, bala].map(({ name, email }) => ({
          kind: 'password-changed',
          dedupeKey: `sent:${name}`,
          recipient: email,
          facts: { email, changedAt },
        })),
      ),
    );
    await db
      .updateTable('mail')
      .set({ sent_at: NOW })
      .where('dedupe_key', 'like', 'sent:%')
      .execute();

    const done = await here.ask('POST', DELETE, { password });
    expect(done).toMatchObject({ status: 200, body: { status: true } });
    expect(here.cookies.size).toBe(0);
    const statuses = [here, elsewhere, balas].map(
      async (each) => (await each.ask('GET', '/me')).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expect((await createVisitor(app).ask('POST', SIGN_IN, asha)).status).toBe(401);
    expect((await createVisitor(app).ask('POST', SIGN_IN, bala)).status).toBe(200);

    expect(await rowsWith(id, asha.email)).toEqual(['mail']);
    expect((await rowsWith(bala.email)).toSorted()).toEqual(['mail', 'mail', 'profile', 'user']);
    const [notice] = await db
      .selectFrom('mail')
      .selectAll()
      .where('kind', '=', 'account-deleted')
      .execute();
    expect(notice).toMatchObject({ recipient: asha.email, sent_at: null });
    expect(JSON.parse(notice!.payload)).toEqual({ email: asha.email, deletedAt: NOW });
    // Once for each of the two links, and once for the deletion.
    await expect.poll(kicks).toBe(3);
  });

  it('keeps its orders for the books, and hides them from a new account with the same e-mail', async () => {
    const { here, db, id, balasId, auth } = await visit();
    const line = { productId: '6', quantity: 2 };
    await insertOrder(db, { id, email: asha.email }, line);
    await insertOrder(db, { id: balasId, email: bala.email }, line);
    expect((await here.ask('POST', DELETE, { password })).status).toBe(200);

    const anew = await insertAccount(auth, asha);
    expect(anew).not.toBe(id);
    expect(await listOrders(db, { ...asha, id: anew })).toEqual([]);
    expect(await listOrders(db, { ...bala, id: balasId })).toHaveLength(1);
    const attempts = db.selectFrom('payment_attempt').select(['user_id', 'account_erased_at']);
    expect(await attempts.orderBy('email').execute()).toEqual([
      { user_id: id, account_erased_at: NOW },
      { user_id: balasId, account_erased_at: null },
    ]);
    expect(await db.selectFrom('shop_order').select('id').execute()).toHaveLength(2);
  });

  it.each(['created', 'paying'] as const)('is refused while a payment is %s', async (state) => {
    const { here, db, id, rowsWith } = await visit();
    const at = '2026-03-07T20:00:00.000Z';
    const attempt = {
      id: randomUUID(),
      user_id: id,
      email: asha.email,
      request_hash: 'h',
      amount: 99_900,
      currency: 'INR',
      receipt: randomUUID(),
      snapshot: '{}',
      created_at: at,
      updated_at: at,
    };
    await db
      .insertInto('payment_attempt')
      .values({ ...attempt, state })
      .execute();
    const refused = await here.ask('POST', DELETE, { password });
    expect(refused).toMatchObject({ status: 409, body: { code: 'PAYMENT_OPEN' } });
    expect(refused.body.detail).toBe(
      'A payment that you started is still open, so we cannot delete your account yet. Please finish it, or delete your account from 14 March 2026 onwards: the payment will have ended by then.',
    );
    expect((await here.ask('GET', '/me')).status).toBe(200);
    const rows = await db.selectFrom('payment_attempt').select('account_erased_at').execute();
    expect(rows).toEqual([{ account_erased_at: null }]);

    await db.updateTable('payment_attempt').set({ state: 'expired' }).execute();
    expect((await here.ask('POST', DELETE, { password })).status).toBe(200);
    expect(await rowsWith(id)).toEqual(['payment_attempt']);
  });

  it('deletes its reviews with their pictures and votes, and corrects the counts', async () => {
    const { here, db, id, remove, ratings } = await visit();
    const own = { user_id: id, name: 'Asha' };
    await storeReviews(db, [
      { ...own, id: 'r1', product_id: '3', rating: 5, images: '["a.webp","b.webp"]' },
      { ...own, id: 'r2', product_id: '3', rating: 5, images: '["c.webp"]' },
      { ...own, id: 'r3', product_id: '6', rating: 1 },
      { id: 'r4', product_id: '3', rating: 5, helpful_votes: 1, images: '["d.webp"]' },
    ]);
    const vote = (review_id: string, voter: string) => ({ review_id, voter, voted_at: NOW });
    const votes = [
      vote('r1', 'visitor:x'),
      vote('r4', `account:${id}`),
      vote('r4', 'visitor:y'),
      vote('r4', 'account:other'),
    ];
    await db.insertInto('review_vote').values(votes).execute();
    expect((await here.ask('POST', DELETE, { password })).status).toBe(200);

    const left = db.selectFrom('review').select(['id', 'helpful_votes']);
    expect(await left.execute()).toEqual([{ id: 'r4', helpful_votes: 1 }]);
    expect(await db.selectFrom('review_count').selectAll().execute()).toEqual([
      { product_id: '3', rating: 5, reviews: 1 },
    ]);
    const voters = db.selectFrom('review_vote').select('voter').orderBy('voter');
    expect(await voters.execute()).toEqual([{ voter: 'account:other' }, { voter: 'visitor:y' }]);
    expect(ratings.kick).toHaveBeenCalledOnce();
    expect(remove.mock.calls).toEqual([[expect.arrayContaining(['a.webp', 'b.webp', 'c.webp'])]]);
  });

  it('succeeds even if its pictures cannot be deleted', async () => {
    const { here, db, id, remove, log } = await visit();
    await storeReviews(db, [{ user_id: id, images: '["a.webp"]' }]);
    remove.mockRejectedValueOnce(new Error('the disk is read-only'));
    expect((await here.ask('POST', DELETE, { password })).status).toBe(200);
    expect(log.join()).toContain('pictures of deleted reviews are still there');
  });

  it('changes nothing if a statement fails', async () => {
    const { here, db, id, rowsWith, remove } = await visit();
    await insertOrder(db, { id, email: asha.email }, { productId: '6', quantity: 1 });
    await storeReviews(db, [{ user_id: id, images: '["a.webp"]' }]);
    const before = await rowsWith(id);
    // The transaction's last statement fails.
    await db.schema.alterTable('review_vote').renameTo('review_vote_away').execute();
    expect((await here.ask('POST', DELETE, { password })).status).toBe(500);
    await db.schema.alterTable('review_vote_away').renameTo('review_vote').execute();
    expect(await rowsWith(id)).toEqual(before);
    expect(remove).not.toHaveBeenCalled();
    expect((await here.ask('GET', '/me')).status).toBe(200);
    expect((await here.ask('POST', DELETE, { password })).status).toBe(200);
  });

  it('uses an index for every query', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    const { app, auth } = await openAccountSite({ ...database, db });
    await insertAccount(auth, asha);
    const here = createVisitor(app);
    await here.ask('POST', SIGN_IN, asha);
    queries.clear();
    expect((await here.ask('POST', DELETE, { password })).status).toBe(200);
    // PostgreSQL scans small tables; only SQLite's plans do not depend on the number of rows.
    if (kind !== 'sqlite') return;
    const plans = await Promise.all([...queries.values()].map((query) => explain(database, query)));
    expect(plans.length).toBeGreaterThan(12);
    expect(plans.filter((plan) => plan.includes('SCAN'))).toEqual([]);
    expect(plans.join()).toContain('mail_recipient');
  });

  it('succeeds once for concurrent requests', async () => {
    const { here, db } = await visit();
    const replies = await Promise.all([1, 2, 3].map(() => here.ask('POST', DELETE, { password })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const notices = db.selectFrom('mail').select('id').where('kind', '=', 'account-deleted');
    expect(await notices.execute()).toHaveLength(1);
  });
});
