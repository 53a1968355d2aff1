// The refund command as a process, beside a shop that has the embedded database open.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import { runProgram } from '#support/server/spawn-node.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { settlePayment } from '../payments/settle.ts';
import { createRazorpayClient } from '../payments/razorpay.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn('http://127.0.0.1:9/nowhere');
});
afterAll(() => standIn.stop());

/** Opens a shop with one paid order and a second, flagged payment for it. */
async function openShop() {
  const dataDir = mkdtempSync(join(tmpdir(), 'maalai-refund-'));
  const file = join(dataDir, 'maalai.sqlite');
  const { db, close } = await openDatabase({ kind: 'sqlite', file });
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });
  const clock = () => new Date();
  await migrate(db, 'sqlite', clock);
  const order = { amount: 99_900, currency: 'INR', receipt: 'a-receipt', notes: {} };
  const { id: providerOrderId } = await createRazorpayClient(standIn.config).createOrder(order);
  const fact = await beginAttempt(db, { providerOrderId });
  const pay = async () => {
    const { razorpay_payment_id } = await standIn.pay(providerOrderId, { again: true });
    const paid = { ...fact, id: razorpay_payment_id };
    await settlePayment(db, clock, paid);
    return razorpay_payment_id;
  };
  return { db, dataDir, paid: await pay(), surplus: await pay() };
}

function refund(dataDir: string, args: string[], more: Record<string, string> = {}) {
  const { keyId, keySecret, apiUrl } = standIn.config;
  const keys = { PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret, PAYMENT_API_URL: apiUrl };
  const env = { DATA_DIR: dataDir, PAYMENT_WEBHOOK_SECRET: 'unused', ...keys, ...more };
  return runProgram('commands/refund-command.ts', args, env);
}

it('refunds a flagged payment while the shop runs, and a repeat does nothing more', async () => {
  const { db, dataDir, surplus } = await openShop();
  const first = await refund(dataDir, [surplus]);
  expect(first).toMatchObject({ code: 0, complaint: '' });
  expect(first.said).toMatch(/^Refunded ₹999\.00 of pay_\S+ \(rfnd_\S+\)\. [^\n]+\n$/);
  const again = await refund(dataDir, [surplus]);
  expect(again.said).toMatch(/was refunded before \(rfnd_\S+\)/);
  expect((await standIn.ledger()).refunds).toMatchObject([{ payment_id: surplus, amount: 99_900 }]);
  // The running shop sees the refund and will send the e-mail.
  const rows = await db.selectFrom('surplus_payment').select(['payment_id', 'state']).execute();
  expect(rows).toEqual([{ payment_id: surplus, state: 'refunded' }]);
  const emails = await db
    .selectFrom('mail')
    .select('sent_at')
    .where('kind', '=', 'payment-refund')
    .execute();
  expect(emails).toEqual([{ sent_at: null }]);
});

it('refunds a payment for an order that the shop does not know', async () => {
  const { db, dataDir, surplus: elsewhere } = await openShop();
  const clock = () => new Date();
  const order = { amount: 79_900, currency: 'INR', receipt: 'before-the-backup', notes: {} };
  const { id } = await createRazorpayClient(standIn.config).createOrder(order);
  const { razorpay_payment_id: unknown } = await standIn.pay(id);
  const paid = { amount: 79_900, currency: 'INR', status: 'captured' } as const;
  await settlePayment(db, clock, { ...paid, id: unknown, orderId: id });
  const refunded = await refund(dataDir, [unknown]);
  expect(refunded).toMatchObject({ code: 0, complaint: '' });
  const rows = db.selectFrom('surplus_payment').select(['payment_id', 'state']);
  expect(await rows.where('payment_id', '!=', elsewhere).execute()).toEqual([
    { payment_id: unknown, state: 'refunded' },
  ]);
});

it('prints the reason of a refusal', async () => {
  const { dataDir, paid, surplus } = await openShop();
  const complaints = await Promise.all([
    refund(dataDir, []),
    refund(dataDir, [paid]),
    refund(join(dataDir, 'elsewhere'), [surplus]),
    refund(dataDir, [surplus], { PAYMENT_API_URL: 'http://127.0.0.1:9' }),
  ]);
  for (const { code, said } of complaints) expect({ code, said }).toEqual({ code: 1, said: '' });
  expect(complaints.map(({ complaint }) => complaint)).toEqual([
    expect.stringMatching(/^Refund what\?\n {2}npm run refund -- MA-…/),
    expect.stringMatching(/^pay_\S+ is not refunded: it paid for the order MA-[^\n]+\n$/),
    expect.stringMatching(/^There is no shop in [^\n]+\n$/),
    expect.stringMatching(/^The payment provider gave no usable answer [^\n]+ is safe\.\n$/),
  ]);
  expect((await standIn.ledger()).refunds.filter((each) => each.payment_id === surplus)).toEqual(
    [],
  );
});
