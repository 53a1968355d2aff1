// A payment on a full disk: every request fails cleanly and writes nothing in part, and once there is room
// again the same requests succeed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { webhookEvent, orderOf, startPaymentSite } from '#support/payments/payment-site.ts';
import type { PaymentSite, Shop } from '#support/payments/payment-site.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await startPaymentSite();
  await site.standIn.setFaults({ on: 'webhook', action: 'drop' });
});
afterAll(() => site.close());

async function openShop(): Promise<Shop> {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-full-'));
  const { db, close } = await openDatabase({ kind: 'sqlite', file: join(directory, 'db.sqlite') });
  onTestFinished(async () => {
    await close();
    rmSync(directory, { recursive: true });
  });
  await migrate(db, 'sqlite', () => new Date());
  return site.open({ db, kind: 'sqlite' });
}

/** Fills the database until it has no free page; resolves to a function that makes room. */
async function fillDisk({ parts: { db } }: Shop): Promise<() => Promise<void>> {
  const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db);
  await limit(1);
  // Rows of several pages leave a few pages free, which rows of one page then fill.
  for (const size of [8_000, 3_000]) {
    const fill = async () => {
      const row = { name: crypto.randomUUID(), checksum: 'x'.repeat(size), applied_at: '' };
      await db.insertInto('migration').values(row).execute();
    };
    const error = await (async () => {
      for (;;) await fill();
    })().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'database or disk is full' });
  }
  return async () => void (await limit(1_000_000));
}

async function written({ parts: { db } }: Shop) {
  const tables = ['payment_attempt', 'shop_order', 'mail', 'provider_event'] as const;
  const counts = await Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
  );
  return Object.fromEntries(tables.map((table, i) => [table, counts[i]]));
}

it('returns 503 while the disk is full and writes nothing in part', async () => {
  const shop = await openShop();
  const kavya = await shop.signUp();
  // So many lines that no row of this order fits into an existing page.
  const line = { productId: '3', selectedVersion: 'adult', quantity: 1 };
  const order = orderOf(kavya.email, { items: Array.from({ length: 20 }, () => line) });
  const place = () => kavya.call('POST', '/payments/orders', order);
  const { body } = await place();
  const paid = await site.standIn.pay(body.id);
  const { razorpay_payment_id: id } = paid;
  const captured = { id, order_id: body.id, amount: body.amount };
  const calls = {
    place,
    verify: () => kavya.call('POST', '/payments/verify', paid),
    webhook: () => shop.deliver(webhookEvent('payment.captured', captured), { id: 'evt_1' }),
    status: () => kavya.call('GET', `/payments/orders/${body.id}`),
  };

  const makeRoom = await fillDisk(shop);
  for (const [name, call] of Object.entries(calls)) {
    const { status, body: problem, headers } = await call();
    const retry = headers.get('retry-after');
    expect({ name, status, retry }).toEqual({ name, status: 503, retry: '5' });
    expect(problem.detail).toMatch(/\.$/);
  }
  expect(await written(shop)).toEqual({
    payment_attempt: 1,
    shop_order: 0,
    mail: 0,
    provider_event: 0,
  });

  await makeRoom();
  const verified = await calls.verify();
  expect(verified.body).toEqual({ orderId: expect.stringMatching(/^MA-/) });
  expect((await calls.status()).body).toMatchObject({ status: 'paid', ...verified.body });
  expect((await calls.webhook()).status).toBe(200);
  expect((await calls.place()).status).toBe(200);
  expect(await written(shop)).toEqual({
    payment_attempt: 2,
    shop_order: 1,
    mail: 2,
    provider_event: 1,
  });
});
