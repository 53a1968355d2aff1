// The payment requests and the background workers while PostgreSQL is silent or down.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { webhookEvent, orderOf } from '#support/payments/payment-site.ts';
import { paymentStage } from '#support/payments/payment-stage.ts';
import { createMailTransport } from '../mail/transport.ts';
import { startMailWorker } from '../mail/worker.ts';
import { testTimes, startReconciler } from './reconcile.ts';

// The first caller waits until PostgreSQL runs: a hook has time for that, a test has not.
beforeAll(postgresUrl);

const patiently = { timeout: 10_000 };

const site = paymentStage();

async function openShop() {
  const database = await openBehindProxy();
  const shop = site.open(database);
  const kavya = await shop.signUp();
  await site.standIn.setFaults({ on: 'webhook', action: 'drop' });
  const place = async () =>
    (await kavya.call('POST', '/payments/orders', orderOf(kavya.email))).body.id as string;
  return { ...database, shop, kavya, place };
}

// How soon depends on the limits in postgres.ts, which have their own test. Without them no response would come.
it('returns 503, asks a shopper who paid not to pay again, and recovers by itself', async () => {
  const { shop, kavya, place, silence, cut, repair } = await openShop();
  for (const trouble of [silence, cut]) {
    const id = await place();
    const paid = await site.standIn.pay(id);
    trouble();
    const verify = () => kavya.call('POST', '/payments/verify', paid);
    const captured = webhookEvent('payment.captured', {
      id: paid.razorpay_payment_id,
      order_id: id,
    });
    const responses = await Promise.all([
      kavya.call('POST', '/payments/orders', orderOf(kavya.email)),
      kavya.call('GET', `/payments/orders/${id}`),
      kavya.call('GET', `/orders/${kavya.email}`),
      shop.deliver(captured),
    ]);
    const verified = await verify();
    for (const { status, headers } of [...responses, verified]) {
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
    }
    expect(verified.body).toMatchObject({
      code: 'payment-unconfirmed',
      detail: expect.stringContaining('Please do not pay again'),
    });
    repair();
    expect(await verify()).toMatchObject({ status: 200, body: { orderId: expect.any(String) } });
  }
});

it('reconciles and sends e-mails again by itself once the database is back', async () => {
  const { db, shop, place, silence, cut, repair } = await openShop();
  const { log, clock, provider } = shop.parts;
  const directory = mkdtempSync(join(tmpdir(), 'maalai-away-'));
  const mailer = startMailWorker({
    db,
    clock,
    log,
    transport: createMailTransport({ directory, from: 'Maalai <orders@maalai.example>' }),
    shop: 'hello@maalai.example',
    origin: 'https://maalai.example',
    every: (_pause, run) => {
      const timer = setInterval(run, 100);
      return () => clearInterval(timer);
    },
  });
  const times = testTimes(200);
  const reconciler = startReconciler({
    db,
    kind: 'postgres',
    clock,
    log,
    provider,
    mailer,
    times: { ...times, lease: 2_000 },
  });
  onTestFinished(async () => {
    await Promise.all([reconciler.stop(), mailer.stop()]);
    rmSync(directory, { recursive: true });
  });
  const complaints = (msg: string) => shop.log().filter((line) => line.msg.startsWith(msg)).length;
  const sentEmails = () => readdirSync(directory).filter((name) => name.endsWith('.eml')).length;

  for (const [round, trouble] of [silence, cut].entries()) {
    const id = await place();
    const before = { reconcile: complaints('reconcile:'), outbox: complaints('the outbox') };
    trouble();
    await site.standIn.pay(id);
    await expect.poll(() => complaints('reconcile:'), patiently).toBeGreaterThan(before.reconcile);
    await expect.poll(() => complaints('the outbox'), patiently).toBeGreaterThan(before.outbox);
    repair();
    await expect.poll(sentEmails, patiently).toBe(2 * (round + 1));
    const orders = await db.selectFrom('shop_order').select('id').execute();
    expect(orders).toHaveLength(round + 1);
  }
});
