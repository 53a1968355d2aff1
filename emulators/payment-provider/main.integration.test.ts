import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startStandIn, temporaryDirectory } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import { startReceiver } from '#support/payments/webhook-receiver.ts';

let directory: ReturnType<typeof temporaryDirectory>;
const running = new Set<StandIn>();

beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(async () => {
  for (const standIn of running) await standIn.stop();
  running.clear();
  directory.remove();
});

async function start(webhookUrl?: string): Promise<StandIn> {
  const standIn = await startStandIn(webhookUrl, directory.path);
  running.add(standIn);
  return standIn;
}

const ledgerOf = async (standIn: StandIn) => (await standIn.call('/control/ledger')).json;

describe('a restart', () => {
  test('after kill -9 right after the response has the payment and sends every webhook', async () => {
    const first = await start();
    const orderId = await first.order();
    const paid = await first.call('/control/pay', { order_id: orderId });
    first.signal('SIGKILL');
    await first.exited();

    const receiver = await startReceiver();
    const second = await start(receiver.url);
    const hooks = await receiver.until(3);
    expect(hooks.map(({ event }) => event).toSorted()).toEqual([
      'order.paid',
      'payment.authorized',
      'payment.captured',
    ]);
    const { json } = await second.api(`/v1/payments/${paid.json.payment.id}`);
    expect(json).toEqual(paid.json.payment);
    await receiver.close();
  });

  test('after a stop has the same orders, payments, refunds and faults', async () => {
    const first = await start();
    const paid = await first.call('/control/pay', { order_id: await first.order() });
    await first.api(`/v1/payments/${paid.json.payment.id}/refund`, { amount: 1_000 });
    await first.call('/control/faults', { on: 'payment', action: 'fail', times: 2 });
    const before = await ledgerOf(first);
    first.signal('SIGTERM');
    expect(await first.exited()).toBe(0);

    const after = await ledgerOf(await start());
    for (const part of ['orders', 'payments', 'refunds', 'faults']) {
      expect(after[part]).toEqual(before[part]);
    }
  });

  test('does not repeat webhooks that were delivered', async () => {
    const receiver = await startReceiver();
    const first = await start(receiver.url);
    await first.call('/control/pay', { order_id: await first.order() });
    await expect
      .poll(async () =>
        (await ledgerOf(first)).webhooks.map((hook: { state: string }) => hook.state),
      )
      .toEqual(['delivered', 'delivered', 'delivered']);
    first.signal('SIGTERM');
    await first.exited();

    const second = await start(receiver.url);
    await second.call('/control/pay', { order_id: await second.order(), outcome: 'failure' });
    const hooks = await receiver.until(4);
    expect(hooks.at(-1)?.event).toBe('payment.failed');
    await receiver.close();
  });
});

test('a start with a wrong argument names it in one line', async () => {
  await expect(start('shop')).rejects.toThrow(
    'ended with 2: payment-provider: --webhook-url is not an address\n',
  );
});

test('a stand-in locks its ledger, leaves Ctrl-C to its parent and ends with it', async () => {
  const standIn = await start();
  await expect(start()).rejects.toThrow(/ended with 1: payment-provider: .* is in use/);
  standIn.signal('SIGINT');
  expect((await standIn.api('/v1/orders', { amount: 100, currency: 'INR' })).status).toBe(200);
  standIn.disconnect();
  expect(await standIn.exited()).toBe(0);
});
