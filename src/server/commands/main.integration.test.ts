// The owner's commands as processes, beside a shop that has the database open.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { postgresUrl, sqliteTemplate, TEMPLATE } from '#support/databases/shared-databases.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import { insertAccount, insertSession, SESSION_SECRET } from '#support/server/insert-session.ts';
import { runCommand } from '#support/server/spawn-node.ts';
import { onlyInAll } from '#support/tier.ts';
import { createAuth } from '../accounts/auth.ts';
import { SHOP } from '../mail/outbox.ts';
import { createRazorpayClient } from '../payments/razorpay.ts';
import { settlePayment } from '../payments/settle.ts';
import { openDatabase } from '../platform/database/open.ts';
import { createLog } from '../platform/log.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn('http://127.0.0.1:9/nowhere');
  await sqliteTemplate();
});
afterAll(() => standIn.stop());

/** Opens a shop with an order of ₹999 and a second, flagged payment for it. `run` runs its commands. */
async function openShop(kind: 'sqlite' | 'postgres' = 'sqlite') {
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

  const order = { amount: 99_900, currency: 'INR', receipt: 'a-receipt', notes: {} };
  const { id } = await createRazorpayClient(standIn.config).createOrder(order);
  const fact = await beginAttempt(db, { providerOrderId: id });
  const pay = async () => {
    const { razorpay_payment_id: paymentId } = await standIn.pay(id, { again: true });
    const paid = { ...fact, id: paymentId };
    return {
      paymentId,
      ...(await settlePayment(db, () => new Date(), paid)),
    };
  };
  const paid = await pay();
  if (paid.outcome !== 'paid') throw new Error(paid.outcome);
  const { paymentId: surplus } = await pay();

  const { keyId, keySecret, apiUrl } = standIn.config;
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    PAYMENT_KEY_ID: keyId,
    PAYMENT_KEY_SECRET: keySecret,
    PAYMENT_API_URL: apiUrl,
    PAYMENT_WEBHOOK_SECRET: 'unused',
    ...(own && { DATABASE_URL: own.url }),
  };
  return {
    db,
    dataDir,
    orderId: paid.orderId,
    paymentId: paid.paymentId,
    surplus,
    run: (...args: string[]) => runCommand(args, env),
    runWith: (change: Record<string, string>, ...args: string[]) =>
      runCommand(args, { ...env, ...change }),
  };
}

onlyInAll(() => {
  describe.each(['sqlite', 'postgres'] as const)('beside a shop on %s', (kind) => {
    it('an open order is listed, and recorded as sent once, which all about it shows', async () => {
      const { db, orderId, run } = await openShop(kind);
      const open = await run('orders');
      expect(open).toMatchObject({ code: 0, stderr: '' });
      expect(open.stdout).toMatch(/^To send by \d+ \w+\n {2}MA-/);
      expect(open.stdout).toContain('1 × Dairy Milk Garland, Adult, Dairy Milk');

      const parcel = 'DTDC, 123456, https://www.dtdc.com/track-your-shipment/';
      expect(await run('sent', orderId, '--courier', 'dtdc', '--tracking', '123456')).toEqual({
        code: 0,
        stdout: `Recorded that ${orderId} was sent by ${parcel}. kavya@shopper.example gets an e-mail.\n`,
        stderr: '',
      });
      const again = await run('sent', orderId.toLowerCase(), '--courier', 'Delhivery');
      expect(again.code).toBe(0);
      expect(again.stdout).toMatch(
        /^MA-\S+ was sent on \d+ \w+ by DTDC, 123456, .*Nothing changed\.\n$/,
      );
      const corrected = await run('sent', orderId, '--tracking', '123457');
      expect(corrected.stdout).toMatch(
        /^Corrected the parcel of MA-\S+: it was sent by DTDC, 123457, .* gets an e-mail\.\n$/,
      );
      const mails = db.selectFrom('mail').select('dedupe_key').where('kind', '=', 'order-sent');
      const keys = (await mails.orderBy('dedupe_key').execute()).map(
        ({ dedupe_key }) => dedupe_key,
      );
      expect(keys).toEqual([`order:${orderId}:sent`, `order:${orderId}:sent:2`]);

      const { stdout: story } = await run('orders', orderId);
      expect(story).toMatch(/: sent by DTDC, 123456.*\n.*: corrected to DTDC, 123457/);
      expect(story).toMatch(/order-sent to kavya@shopper\.example, not sent yet\n/);
      const failed_at = new Date().toISOString();
      const toShop = db.updateTable('mail').set({ failed_at }).where('recipient', '=', SHOP);
      await toShop.where('order_id', '=', orderId).execute();
      const { stdout: left } = await run('orders');
      expect(left).toMatch(
        /^No order is open\.\n\nNot delivered\n {2}MA-[^]*: order-notice to the shop, failed/,
      );
    });
  });

  it('writes the open orders to a file that only the owner can read', async () => {
    const { dataDir, orderId, run } = await openShop();
    const file = join(dataDir, 'orders.csv');
    expect((await run('orders', '--csv', file)).stdout).toBe(`Wrote 1 open order into ${file}.\n`);
    expect(statSync(file).mode & 0o077).toBe(0);
    const table = readFileSync(file, 'utf8');
    expect(table).toContain(`,${orderId},`);
    expect((await run('orders', '--csv')).stdout).toBe(table);
  });

  it('refunds an order in parts and then the rest, and a payment that became no order', async () => {
    const { db, orderId, paymentId, surplus, run } = await openShop();
    const part = await run('refund', orderId, '--amount', '250.00');
    expect(part).toMatchObject({ code: 0, stderr: '' });
    expect(part.stdout).toMatch(
      /^Refunded ₹250\.00 of MA-\S+ \(rfnd_\S+\)\. ₹749\.00 of it is left\. The customer gets an e-mail\.\n$/,
    );
    const again = await run('refund', orderId, '--amount', '250');
    expect(again.stdout).toContain('was refunded before');
    const rest = await run('refund', orderId);
    expect(rest.stdout).toMatch(/^Refunded ₹749\.00 of .* Nothing of it is left\./);

    const flagged = await run('refund', surplus);
    expect(flagged.stdout).toMatch(/^Refunded ₹999\.00 of pay_\S+ \(rfnd_\S+\)\. [^\n]+\n$/);
    // The running shop will send an e-mail for each.
    const emails = db.selectFrom('mail').select('sent_at').where('kind', '=', 'payment-refund');
    const unsent = { sent_at: null };
    expect(await emails.execute()).toEqual([unsent, unsent, unsent]);

    const { refunds } = await standIn.ledger();
    const amountsOf = (id: string) =>
      refunds.filter(({ payment_id }) => payment_id === id).map(({ amount }) => amount);
    expect(amountsOf(paymentId)).toEqual([74_900, 25_000]);
    expect(amountsOf(surplus)).toEqual([99_900]);
  });

  it('ends every session of an account and of no other', async () => {
    const { db, run } = await openShop();
    const log = createLog('silent');
    const origins = ['http://localhost:3000'];
    const auth = createAuth({ db, kind: 'sqlite', log, origins, secret: SESSION_SECRET });
    const asha = await insertAccount(auth, { email: 'asha@example.com' });
    const kavya = await insertAccount(auth, { email: 'kavya@example.com' });
    for (const account of [asha, asha, kavya]) await insertSession(auth, account);
    expect(await run('sign-out', 'Asha@Example.com')).toEqual({
      code: 0,
      stdout: 'asha@example.com is signed out: 2 sessions have ended.\n',
      stderr: '',
    });
    const sessions = db.selectFrom('session').select('userId');
    expect(await sessions.execute()).toEqual([{ userId: kavya }]);
  });

  it('tries the restore of a backup, and records how it went', async () => {
    const { db, run } = await openShop();
    const { code, stdout } = await run('drill');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^A backup that was made now was restored .*: \d+ orders? of ₹.*, as in the shop\. A shop started/,
      ) as string,
    });
    const row = db.selectFrom('shop_state').select('value').where('name', '=', 'drill');
    expect((await row.executeTakeFirst())?.value).toContain('"isGood":true');
  });
});

it('prints a link to the desk, if there is one', async () => {
  const { run, runWith } = await openShop();
  const none = await run('desk-invite', 'meena@maalai.example');
  expect(none.stderr).toContain('This shop has no desk: set DESK_PORT');
  const there = await runWith({ DESK_PORT: '4001' }, 'desk-invite', 'meena@maalai.example');
  expect(there.stdout).toMatch(/\nhttp:\/\/localhost:4001\/invite\/[\w-]{43}\n$/);
});

onlyInAll(() => {
  it('prints the reason of a failure', async () => {
    const { db, dataDir, paymentId, surplus, run, runWith } = await openShop();
    const elsewhere = { DATA_DIR: join(dataDir, 'elsewhere') };
    const failures = await Promise.all([
      run('order'),
      run('orders', '--cvs'),
      run('sign-out', 'nobody@example.com'),
      run('reviews', 'show', 'r1'),
      run('refund', paymentId),
      runWith(elsewhere, 'orders'),
      runWith({ PAYMENT_API_URL: 'http://127.0.0.1:9' }, 'refund', surplus),
    ]);
    for (const { code, stdout } of failures)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(failures.map(({ stderr }) => stderr)).toEqual([
      'Which command? orders, sent, refund, reviews, sign-out, desk-invite, backup, restore, drill, move, migrate\n',
      expect.stringMatching(/^Unknown option '--cvs'[^\n]*\nWhich orders\?\n {2}npm run orders /),
      'No account has the e-mail nobody@example.com.\n',
      'There is no review r1. npm run reviews lists them with their ids.\n',
      expect.stringMatching(/^pay_\S+ is not refunded: it paid for the order MA-[^\n]+\n$/),
      expect.stringMatching(/^There is no shop in [^\n]+\n$/),
      expect.stringMatching(/^The payment provider gave no usable answer [^\n]+ is safe\.\n$/),
    ]);
    const rows = db.selectFrom('surplus_payment').select('state');
    expect(await rows.execute()).toEqual([{ state: 'flagged' }]);
  });
});

it('prints the usage of a command for --help, without a shop', async () => {
  const { code, stdout } = await runCommand(['restore', '--help'], {});
  expect([code, stdout]).toEqual([0, 'Restore from which file? npm run restore -- FILE\n']);
});
