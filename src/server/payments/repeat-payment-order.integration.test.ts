// Repeated requests for the same payment order: by key, in two processes, and after the provider failed.
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { orderOf } from '#support/payments/payment-site.ts';
import { attemptsIn, paymentStage } from '#support/payments/payment-stage.ts';
import { moveAttempt } from './attempts.ts';
import { createRazorpayClient } from './razorpay.ts';

const site = paymentStage('drop');

const keyed = (key: string) => ({ 'idempotency-key': key });

describeOnBothDatabases('POST /payments/orders, again', (open) => {
  it(
    'creates one attempt and one provider’s order for fifty identical requests at once',
    covers('api-12'),
    async () => {
      const shop = site.open(await open());
      const kavya = await shop.signUp('kavya@shopper.example');
      const before = (await site.providerOrders()).length;
      const order = orderOf('kavya@shopper.example');
      const responses = await Promise.all(
        Array.from({ length: 50 }, () =>
          kavya.call('POST', '/payments/orders', order, keyed('one-tap')),
        ),
      );
      expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
      expect(responses[0]?.status).toBe(200);
      expect(await attemptsIn(shop)).toHaveLength(1);
      expect(await site.providerOrders()).toHaveLength(before + 1);
      // Also later, and in any order of the members.
      const { delivery, items, totalAmount } = order;
      const reordered = { delivery, items, totalAmount };
      const again = await kavya.call('POST', '/payments/orders', reordered, keyed('one-tap'));
      expect(again.body).toEqual(responses[0]?.body);
      expect(await site.providerOrders()).toHaveLength(before + 1);
    },
  );

  it('refuses another order under a used key, but accepts the key from another account', async () => {
    const shop = site.open(await open());
    const [kavya, asha] = [await shop.signUp(), await shop.signUp()];
    const first = await kavya.call('POST', '/payments/orders', orderOf(kavya.email), keyed('k'));
    const changed = orderOf(kavya.email, { couponCode: 'LUCKY50' });
    const second = await kavya.call('POST', '/payments/orders', changed, keyed('k'));
    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency-key-reused' } });
    expect(await attemptsIn(shop)).toHaveLength(1);
    const hers = await asha.call('POST', '/payments/orders', orderOf(asha.email), keyed('k'));
    expect(hers.status).toBe(200);
    expect(hers.body.id).not.toBe(first.body.id);
  });

  async function twoProcesses(replace = {}) {
    const database = await open();
    const [here, there] = [site.open(database, replace), site.open(database, replace)];
    const kavya = await here.signUp('kavya@shopper.example');
    const sameKavya = await there.signIn('kavya@shopper.example');
    return { here, kavya, sameKavya, order: orderOf('kavya@shopper.example') };
  }

  it('returns the same from two processes at once, and asks the provider once', async () => {
    const { here, kavya, sameKavya, order } = await twoProcesses();
    const before = (await site.providerOrders()).length;
    const responses = await Promise.all(
      [kavya, sameKavya, kavya, sameKavya].map((each) =>
        each.call('POST', '/payments/orders', order, keyed('two-processes')),
      ),
    );
    const [attempt, ...others] = await attemptsIn(here);
    expect(others).toEqual([]);
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`))).toEqual(
      new Set([`200 ${attempt?.provider_order_id}`]),
    );
    expect(await site.providerOrders()).toHaveLength(before + 1);
  });

  it('returns 503 to all waiting requests, in two processes, when the only call fails', async () => {
    const limits = { connect: 2_000, whole: 3_000 };
    const provider = createRazorpayClient({ ...site.standIn.config, limits });
    const { kavya, sameKavya, order } = await twoProcesses({ provider });
    const before = (await site.providerOrders()).length;
    await site.standIn.setFaults({ on: 'http', call: 'POST /v1/orders', action: 'hang', times: 1 });
    const responses = await Promise.all(
      [kavya, sameKavya].map((each) =>
        each.call('POST', '/payments/orders', order, keyed('two-processes')),
      ),
    );
    for (const { status, body } of responses) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'payment-unavailable' });
    }
    const again = await sameKavya.call('POST', '/payments/orders', order, keyed('two-processes'));
    expect(again.status).toBe(200);
    expect(await site.providerOrders()).toHaveLength(before + 1);
  });

  it('waits for the lease of a process that died while asking, and then asks itself', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const send = () => kavya.call('POST', '/payments/orders', orderOf(kavya.email), keyed('k'));
    await site.standIn.setFaults({ on: 'http', call: 'POST /v1/orders', action: 'drop', times: 1 });
    expect((await send()).status).toBe(503);
    const opening_until = new Date(Date.now() + 1_000).toISOString();
    await shop.parts.db.updateTable('payment_attempt').set({ opening_until }).execute();
    expect(await send()).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^order_/) },
    });
    expect(new Date().toISOString() >= opening_until).toBe(true);
    expect(await attemptsIn(shop)).toMatchObject([{ state: 'paying', opening_until: null }]);
  });

  it('refuses to repeat an attempt that has expired', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const send = () => kavya.call('POST', '/payments/orders', orderOf(kavya.email), keyed('old'));
    await send();
    const [attempt] = await attemptsIn(shop);
    await moveAttempt(shop.parts.db, attempt?.id ?? '', 'expired', new Date());
    const { status, body } = await send();
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'attempt-expired' });
    expect(body.detail).toContain('no money was taken');
    expect(await attemptsIn(shop)).toHaveLength(1);
  });

  it('refuses an invalid key', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    for (const key of ['', 'x'.repeat(201), 'two words', 'ஒன்று']) {
      const sent = keyed(Buffer.from(key).toString('latin1'));
      const { status } = await kavya.call('POST', '/payments/orders', orderOf(kavya.email), sent);
      expect({ key, status }).toEqual({ key, status: 400 });
    }
    const longest = keyed('x'.repeat(200));
    const { status } = await kavya.call('POST', '/payments/orders', orderOf(kavya.email), longest);
    expect(status).toBe(200);
    expect(await attemptsIn(shop)).toHaveLength(1);
  });

  it('begins an attempt for each request without a key', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const send = () => kavya.call('POST', '/payments/orders', orderOf(kavya.email));
    const [first, second] = [await send(), await send()];
    expect(first.body.id).not.toBe(second.body.id);
    expect(await attemptsIn(shop)).toHaveLength(2);
  });

  it.each([
    ['cuts the connection', { action: 'drop' }],
    ['responds with 500', { action: 'error', status: 500 }],
    ['acts, but its response is lost', { action: 'drop', stage: 'after' }],
    ['hangs', { action: 'hang' }],
  ])('says that no money was taken when the provider %s; a repeat succeeds', async (_, fault) => {
    const provider = createRazorpayClient({
      ...site.standIn.config,
      limits: { connect: 2_000, whole: 3_000 },
    });
    const shop = site.open(await open(), { provider });
    const kavya = await shop.signUp();
    const send = () =>
      kavya.call('POST', '/payments/orders', orderOf(kavya.email), keyed('again-and-again'));
    await site.standIn.setFaults({ on: 'http', call: 'POST /v1/orders', times: 1, ...fault });
    const failed = await send();
    expect(failed).toMatchObject({ status: 503, body: { code: 'payment-unavailable' } });
    expect(failed.body.detail).toContain('no money was taken');
    expect(failed.headers.get('retry-after')).toBe('5');
    expect(await attemptsIn(shop)).toMatchObject([{ state: 'created', provider_order_id: null }]);

    const repeated = await send();
    expect(repeated.status).toBe(200);
    const [attempt, ...others] = await attemptsIn(shop);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ state: 'paying', provider_order_id: repeated.body.id });
    expect((await send()).body).toEqual(repeated.body);
  });
});
