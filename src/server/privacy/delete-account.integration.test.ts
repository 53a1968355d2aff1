// Erases an account, and keeps its orders for the books.
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { asha, ashasProfile, bala, openAccountSite } from '#support/server/account-site.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { newAct } from '#support/server/new-act.ts';
import { insertAccount } from '#support/server/insert-session.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { correctEmail } from '../orders/change-order.ts';
import { resendReceipt } from '../orders/receipt.ts';
import { listOrders } from '../orders/routes.ts';
import type { OpenDatabase } from '../platform/database/open.ts';
import { createPictureStore } from '../reviews/pictures/picture-store.ts';

const NOW = '2026-03-08T09:00:00.000Z';
const { password } = asha;

const tables = [
  ...(['user', 'session', 'account', 'profile', 'verification', 'mail'] as const),
  ...(['review', 'review_vote', 'payment_attempt', 'shop_order'] as const),
];

async function visit(database: OpenDatabase) {
  const clear = vi.fn<() => void>();
  const pictures = { ...createPictureStore({ ...database, directory: '/nowhere' }), clear };
  const ratings = { kick: vi.fn<() => void>() };
  const site = await openAccountSite(database, {
    accounts: [asha, bala],
    more: { pictures, ratings },
  });
  const [id = '', balasId = ''] = site.ids;
  const here = await site.signedIn();
  return {
    ...site,
    clear,
    ratings,
    id,
    balasId,
    here,
    deleted: async () => (await here.post('/api/auth/delete-user', { password })).status,
    /** Resolves to the table names of all rows that contain one of the texts. */
    async rowsWith(...texts: string[]) {
      const found: string[] = [];
      for (const table of tables) {
        const { rows } = await sql`select * from ${sql.table(table)}`.execute(site.db);
        const stored = rows.map((row) => JSON.stringify(row));
        const holding = stored.filter((row) => texts.some((text) => row.includes(text)));
        found.push(...holding.map(() => table));
      }
      return found;
    },
  };
}

onBoth('deleting an account', (open) => {
  it('succeeds once for concurrent requests', async () => {
    const { deleted, emails } = await visit(await open());
    const statuses = await Promise.all([1, 2, 3].map(deleted));
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
    expect(await emails('account-deleted')).toHaveLength(1);
  });
});

onDatabase('deleting an account', (open) => {
  it('erases its sessions, profile, links and e-mails, and nothing of other accounts', async () => {
    const site = await visit(await open());
    const { here, newVisitor, db, id, signedIn, rowsWith, emails, kicks } = site;
    const [elsewhere, balas] = [await signedIn(), await signedIn(bala)];
    for (const { name, email } of [asha, bala]) {
      await here.register({ ...ashasProfile, name, email });
      await here.post('/api/auth/request-password-reset', { email });
      const mail = { kind: 'password-changed', dedupeKey: `sent:${name}` } as const;
      const changed = { ...mail, recipient: email, facts: { email, changedAt: NOW } };
      await db.transaction().execute((trx) => enqueueMail(trx, new Date(NOW), [changed]));
    }
    const sent = db.updateTable('mail').set({ sent_at: NOW });
    await sent.where('dedupe_key', 'like', 'sent:%').execute();
    const failed = db.updateTable('mail').set({ failed_at: NOW, last_error: asha.email });
    const asLink = failed.where('recipient', '=', asha.email).where('kind', '=', 'password-reset');
    expect((await asLink.returning('id').execute()).length).toBe(1);

    expect(await site.deleted()).toBe(200);
    expect([...here.cookies.keys()]).toEqual(['maalai.device']);
    const statuses = [here, elsewhere, balas].map((each) => each.me());
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expect((await newVisitor().signIn(asha)).status).toBe(401);
    expect((await newVisitor().signIn(bala)).status).toBe(200);

    expect(await rowsWith(id, asha.email)).toEqual(['mail']);
    expect((await rowsWith(bala.email)).toSorted()).toEqual(['mail', 'mail', 'profile', 'user']);
    const facts = { email: asha.email, deletedAt: NOW };
    const notice = { recipient: asha.email, sent_at: null, facts };
    expect(await emails('account-deleted')).toMatchObject([notice]);
    // Once for each of the two links, and once for the deletion.
    await expect.poll(kicks).toBe(3);
  });

  it('requires the password', async () => {
    const { here } = await visit(await open());
    const statuses = [];
    for (const payload of [{ password: 'not-the-one-42' }, {}, { password: 'x'.repeat(129) }]) {
      statuses.push((await here.post('/api/auth/delete-user', payload)).status);
    }
    expect([...statuses, await here.me()]).toEqual([401, 400, 400, 200]);
  });

  it('erases e-mails about its orders that went to an address the owner corrected', async () => {
    const { db, deleted, id, rowsWith } = await visit(await open());
    const corrected = 'asha@gmail.example';
    const line = { productId: '6', quantity: 1 };
    const order = await insertOrder(db, { id, email: asha.email }, line, new Date(NOW));
    const parts = { db, clock: () => new Date(NOW) };
    await correctEmail(parts, order, corrected, newAct('correct e-mail', order));
    await resendReceipt(parts, order, newAct('resend', order));
    await db.updateTable('mail').set({ sent_at: NOW }).execute();
    expect(await rowsWith(corrected)).toContain('mail');
    expect(await deleted()).toBe(200);
    expect(await rowsWith(corrected)).not.toContain('mail');
  });

  it('keeps its orders for the books, and hides them from a new account with the same e-mail', async () => {
    const { deleted, db, id, balasId, auth } = await visit(await open());
    const line = { productId: '6', quantity: 2 };
    await insertOrder(db, { id, email: asha.email }, line);
    await insertOrder(db, { id: balasId, email: bala.email }, line);
    expect(await deleted()).toBe(200);

    const parts = { db, clock: () => new Date() };
    const anew = await insertAccount(auth, asha);
    expect(await listOrders(parts, { ...asha, id: anew })).toEqual([]);
    expect(await listOrders(parts, { ...bala, id: balasId })).toHaveLength(1);
    const attempts = db.selectFrom('payment_attempt').select(['user_id', 'account_erased_at']);
    expect(await attempts.orderBy('email').execute()).toEqual([
      { user_id: id, account_erased_at: NOW },
      { user_id: balasId, account_erased_at: null },
    ]);
    expect(await db.selectFrom('shop_order').select('id').execute()).toHaveLength(2);
  });

  it.each(['created', 'paying'] as const)('is refused while a payment is %s', async (state) => {
    const { here, deleted, db, id, rowsWith } = await visit(await open());
    const begun = new Date('2026-03-07T20:00:00.000Z');
    await insertOrder(db, { id, email: asha.email }, { productId: '6', quantity: 1 }, begun);
    await db.deleteFrom('shop_order').execute();
    await db.updateTable('payment_attempt').set({ state }).execute();
    const refused = await here.post('/api/auth/delete-user', { password });
    expect(refused).toMatchObject({ status: 409, body: { code: 'PAYMENT_OPEN' } });
    expect(refused.body.detail).toBe(
      'A payment that you started is still open, so we cannot delete your account yet. Please finish it, or delete your account from 14 March 2026 onwards: the payment will have ended by then.',
    );
    expect(await here.me()).toBe(200);
    const rows = await db.selectFrom('payment_attempt').select('account_erased_at').execute();
    expect(rows).toEqual([{ account_erased_at: null }]);

    await db.updateTable('payment_attempt').set({ state: 'expired' }).execute();
    expect(await deleted()).toBe(200);
    expect(await rowsWith(id)).toEqual(['payment_attempt']);
  });

  it('deletes its reviews with their pictures and votes, and corrects the counts', async () => {
    const { deleted, db, id, clear, ratings } = await visit(await open());
    const own = { user_id: id, name: 'Asha' };
    await storeReviews(db, [
      { ...own, id: 'r1', product_id: '3', rating: 5, images: '["a.webp","b.webp"]' },
      { ...own, id: 'r2', product_id: '3', rating: 5, images: '["c.webp"]' },
      { ...own, id: 'r3', product_id: '6', rating: 1 },
      { ...own, id: 'r5', product_id: '3', rating: 5, hidden_at: NOW, images: '["e.webp"]' },
      { id: 'r4', product_id: '3', rating: 5, helpful_votes: 1, images: '["d.webp"]' },
    ]);
    const vote = (review_id: string, voter: string) => ({ review_id, voter, voted_at: NOW });
    const votes = [vote('r1', 'x'), vote('r4', 'x'), vote('r4', 'y')];
    await db.insertInto('review_vote').values(votes).execute();
    const bytes = Buffer.from('x');
    const picture = (review_id: string, name: string) =>
      (['full', 'small'] as const).map((size) => ({ review_id, name, size, bytes }));
    const rows = [picture('r1', 'a.webp'), picture('r5', 'e.webp'), picture('r4', 'd.webp')];
    await db.insertInto('review_picture').values(rows.flat()).execute();
    expect(await deleted()).toBe(200);

    const left = db.selectFrom('review').select(['id', 'helpful_votes']);
    expect(await left.execute()).toEqual([{ id: 'r4', helpful_votes: 1 }]);
    expect(await db.selectFrom('review_count').selectAll().execute()).toEqual([
      { product_id: '3', rating: 5, reviews: 1, authors: 1 },
      { product_id: '6', rating: 1, reviews: 0, authors: 0 },
    ]);
    const voters = db.selectFrom('review_vote').select('voter').orderBy('voter');
    expect(await voters.execute()).toEqual([{ voter: 'x' }, { voter: 'y' }]);
    expect(ratings.kick).toHaveBeenCalledOnce();
    const pictures = db.selectFrom('review_picture').select('name').execute();
    expect(await pictures).toEqual([{ name: 'd.webp' }, { name: 'd.webp' }]);
    expect(clear).toHaveBeenCalledOnce();
  });

  it('changes nothing if a statement fails', async () => {
    const { here, deleted, db, id, rowsWith, clear } = await visit(await open());
    await insertOrder(db, { id, email: asha.email }, { productId: '6', quantity: 1 });
    await storeReviews(db, [{ user_id: id, images: '["a.webp"]' }]);
    const before = await rowsWith(id);
    // The transaction's last statement fails.
    await db.schema.alterTable('review_count').renameTo('review_count_away').execute();
    expect(await deleted()).toBe(500);
    await db.schema.alterTable('review_count_away').renameTo('review_count').execute();
    expect(await rowsWith(id)).toEqual(before);
    expect(clear).not.toHaveBeenCalled();
    expect(await here.me()).toBe(200);
    expect(await deleted()).toBe(200);
  });

  it('uses an index for every query', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    const { signedIn } = await openAccountSite({ ...database, db }, { accounts: [asha] });
    const here = await signedIn();
    queries.clear();
    expect((await here.post('/api/auth/delete-user', { password })).status).toBe(200);
    const plans = await Promise.all([...queries.values()].map((query) => explain(database, query)));
    expect(plans.length).toBeGreaterThan(12);
    expect(plans.filter((plan) => plan.includes('SCAN'))).toEqual([]);
    expect(plans.join()).toContain('mail_recipient');
  });
});
