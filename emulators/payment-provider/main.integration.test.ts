import { beforeEach, describe, expect, test } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { argumentsFor, standInSecrets, startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import { startReceiver } from '#support/payments/webhook-receiver.ts';
import { onlyInAll } from '#support/tier.ts';
import { ArgumentsError, parseArguments } from './arguments.ts';

describe('the arguments', () => {
  const complete = argumentsFor('/tmp/ledger', 'http://127.0.0.1:3000/payments/webhook');
  const parse = (args: readonly string[], env: Record<string, string | undefined> = {}) =>
    parseArguments(args, { ...standInSecrets, ...env });

  test('have a free port and the public base as defaults', () => {
    const defaults = { port: 0, 'control-port': 0, 'public-base': '/test-payments' };
    expect(parse(complete)).toMatchObject({ data: '/tmp/ledger', ...defaults });
  });

  test('are named when they are missing or empty', () => {
    for (const name of ['--data', '--key-id', '--webhook-url']) {
      const args = complete.toSpliced(complete.indexOf(name), 2);
      expect(() => parse(args)).toThrow(new ArgumentsError(`${name} is missing`));
    }
    for (const name of Object.keys(standInSecrets)) {
      const error = (text: string) => new ArgumentsError(`${name} ${text}`);
      expect(() => parse(complete, { [name]: undefined })).toThrow(error('is missing'));
      expect(() => parse(complete, { [name]: '' })).toThrow(error('is empty'));
    }
  });

  test.each([
    [['--port', 'http'], '--port is not a number'],
    [['--port', '70000'], '--port is not a port'],
    [['--webhook-url', 'shop'], '--webhook-url is not an address'],
    [['--webhook-url', 'ftp://shop/'], '--webhook-url is not an http address'],
    [['--public-base', 'test/'], '--public-base must look like /test-payments'],
    [['--shop-origin', 'http://shop.example/'], '--shop-origin is not an origin'],
    [['--colour', 'violet'], '--colour'],
    // Other users can read a command line.
    [['--key-secret', 'open'], '--key-secret'],
  ])('refuse %j', (more, words) => {
    const wrong = () => parse([...complete, ...more]);
    expect(wrong).toThrow(ArgumentsError);
    expect(wrong).toThrow(words);
  });
});

onlyInAll(() => {
  describe('the process', () => {
    let directory: string;
    let running: StandIn[];

    beforeEach(() => {
      directory = newDirectory();
      running = [];
      return async () => {
        for (const standIn of running) await standIn.stop();
      };
    });

    async function start(webhookUrl?: string): Promise<StandIn> {
      const standIn = await startStandIn(webhookUrl, directory);
      running.push(standIn);
      return standIn;
    }

    const readLedger = async (standIn: StandIn) => (await standIn.call('/control/ledger')).json;

    test('killed right after the response, has the payment at its restart and sends every webhook', async () => {
      const first = await start();
      const paid = await first.call('/control/pay', { order_id: await first.order() });
      first.signal('SIGKILL');
      await first.exited();

      const receiver = await startReceiver();
      const second = await start(receiver.url);
      const events = (await receiver.until(3)).map(({ event }) => event).toSorted();
      expect(events).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
      const { json } = await second.api(`/v1/payments/${paid.json.payment.id}`);
      expect(json).toEqual(paid.json.payment);
      await receiver.close();
    });

    test('stopped, has the same ledger at its restart and repeats no delivered webhook', async () => {
      const receiver = await startReceiver();
      const first = await start(receiver.url);
      const paid = await first.call('/control/pay', { order_id: await first.order() });
      await first.api(`/v1/payments/${paid.json.payment.id}/refund`, { amount: 1_000 });
      await first.call('/control/faults', { on: 'webhook', event: 'order.paid', action: 'hold' });
      const states = async () =>
        (await readLedger(first)).webhooks.map((hook: { state: string }) => hook.state);
      await expect.poll(states).toEqual(Array.from({ length: 5 }, () => 'delivered'));
      const before = await readLedger(first);
      first.signal('SIGTERM');
      expect(await first.exited()).toBe(0);

      const second = await start(receiver.url);
      expect(await readLedger(second)).toEqual(before);
      await second.call('/control/pay', { order_id: await second.order(), outcome: 'failure' });
      const hooks = await receiver.until(6);
      expect(hooks.at(-1)?.event).toBe('payment.failed');
      await receiver.close();
    });

    test('names a wrong argument in one line', async () => {
      const error = 'ended with 2: payment-provider: --webhook-url is not an address\n';
      await expect(start('shop')).rejects.toThrow(error);
    });

    test('locks its ledger, leaves Ctrl-C to its parent and ends with it', async () => {
      const standIn = await start();
      await expect(start()).rejects.toThrow(/ended with 1: payment-provider: .* is in use/);
      standIn.signal('SIGINT');
      expect((await standIn.api('/v1/orders', { amount: 100, currency: 'INR' })).status).toBe(200);
      standIn.disconnect();
      expect(await standIn.exited()).toBe(0);
    });
  });
});
