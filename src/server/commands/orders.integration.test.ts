// The owner's commands for orders as processes, beside a shop that has the database open.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { postgresUrl, sqliteTemplate, TEMPLATE } from '#support/databases/shared-databases.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import { runProgram } from '#support/server/spawn-node.ts';
import { openDatabase } from '../platform/database/open.ts';
import { settlePayment } from '../payments/settle.ts';
import { createRazorpayClient } from '../payments/razorpay.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn('http://127.0.0.1:9/nowhere');
  await Promise.all([sqliteTemplate(), postgresUrl()]);
});
afterAll(() => standIn.stop());

describe.each(['sqlite', 'postgres'] as const)('beside a shop on %s', (kind) => {
  /** Opens a shop with one paid order of ₹999; also returns a function that runs its commands. */
  async function openShop() {
    const dataDir = mkdtempSync(join(tmpdir(), 'maalai-owner-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const file = join(dataDir, 'maalai.sqlite');
    if (kind === 'sqlite') copyFileSync(await sqliteTemplate(), file);
    const own =
      kind === 'postgres' &&
      (await createPostgresDatabase(await postgresUrl(), { template: TEMPLATE }));
    if (own) onTestFinished(() => own.drop());
    const { db, close } = await openDatabase(
      own ? { kind: 'postgres', url: own.url } : { kind: 'sqlite', file },
    );
    onTestFinished(close);

    const asked = { amount: 99_900, currency: 'INR', receipt: 'a-receipt', notes: {} };
    const { id } = await createRazorpayClient(standIn.config).createOrder(asked);
    const fact = await beginAttempt(db, { providerOrderId: id });
    const { razorpay_payment_id: paymentId } = await standIn.pay(id);
    const paid = { ...fact, id: paymentId };
    const settled = await settlePayment(db, () => new Date(), paid);
    if (settled.outcome !== 'paid') throw new Error(settled.outcome);

    const { keyId, keySecret, apiUrl } = standIn.config;
    const env: Record<string, string> = {
      DATA_DIR: dataDir,
      PAYMENT_KEY_ID: keyId,
      PAYMENT_KEY_SECRET: keySecret,
      PAYMENT_API_URL: apiUrl,
      PAYMENT_WEBHOOK_SECRET: 'unused',
      ...(own && { DATABASE_URL: own.url }),
    };
    const run = (command: string, ...args: string[]) =>
      runProgram(`commands/${command}-command.ts`, args, env);
    return { db, dataDir, orderId: settled.orderId, paymentId, run };
  }

  it('an order is recorded as sent once, and the record shows it', async () => {
    const { db, orderId, run } = await openShop();
    const sent = await run('sent', orderId, '--courier', 'dtdc', '--tracking', '123456');
    expect(sent).toEqual({
      code: 0,
      complaint: '',
      said: `Recorded that ${orderId} was sent by DTDC, 123456, https://www.dtdc.com/track-your-shipment/. kavya@shopper.example gets an e-mail.\n`,
    });
    const again = await run('sent', orderId.toLowerCase(), '--courier', 'Delhivery');
    expect(again.code).toBe(0);
    expect(again.said).toMatch(
      /^MA-\S+ was sent on \d+ \w+ by DTDC, 123456, .*Nothing changed\.\n$/,
    );
    const mails = db.selectFrom('mail').select('dedupe_key').where('kind', '=', 'order-sent');
    expect(await mails.execute()).toEqual([{ dedupe_key: `order:${orderId}:sent` }]);

    const story = (await run('orders', orderId)).said;
    expect(story).toMatch(/: sent by DTDC, 123456/);
    expect(story).toMatch(/order-sent to kavya@shopper\.example, not sent yet\n/);
  });

  it('the open orders are listed, and written to a file that only the owner can read', async () => {
    const { dataDir, orderId, run } = await openShop();
    const open = await run('orders');
    expect(open).toMatchObject({ code: 0, complaint: '' });
    expect(open.said).toMatch(/^To send by \d+ \w+\n {2}MA-/);
    expect(open.said).toContain('1 × Dairy Milk Garland, Adult, Dairy Milk');
    const file = join(dataDir, 'orders.csv');
    const { said } = await run('orders', '--csv', file);
    expect(said).toBe(`Wrote 1 open order into ${file}.\n`);
    expect(statSync(file).mode & 0o077).toBe(0);
    const table = readFileSync(file, 'utf8');
    expect(table).toContain(`,${orderId},`);
    expect((await run('orders', '--csv')).said).toBe(table);
  });

  it('an order is refunded in parts and then the rest, and a repeat does nothing more', async () => {
    const { orderId, paymentId, run } = await openShop();
    const part = await run('refund', orderId, '--amount', '250.00');
    expect(part).toMatchObject({ code: 0, complaint: '' });
    expect(part.said).toMatch(
      /^Refunded ₹250\.00 of MA-\S+ \(rfnd_\S+\)\. ₹749\.00 of it is left\. The customer gets an e-mail\.\n$/,
    );
    const again = await run('refund', orderId, '--amount', '250');
    expect(again.said).toContain('was refunded before');
    const rest = await run('refund', orderId);
    expect(rest.said).toMatch(/^Refunded ₹749\.00 of .* Nothing of it is left\./);
    const refunds = (await standIn.ledger()).refunds.filter(
      ({ payment_id }) => payment_id === paymentId,
    );
    expect(refunds.map(({ amount }) => amount)).toEqual([74_900, 25_000]);
  });
});
