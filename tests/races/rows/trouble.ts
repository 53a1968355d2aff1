// The fault matrix for processes that end: a kill at any message, a deploy under load, and a mail worker that dies.
import { expect } from 'vitest';
import { converge } from '../play.ts';
import { proxyNames } from '../moments.ts';
import type { Place, ProxyName } from '../moments.ts';
import { atOnce } from '../shopper.ts';
import type { Purchase, Reply } from '../shopper.ts';
import { expectAgreement, untilAllSent } from './row.ts';
import type { Row, Stage } from './row.ts';

/**
 * The messages at which to kill: all that an undisturbed purchase sends each way, but only about every fifth to the
 * database. Crash points lie between them.
 */
const messages: Readonly<Record<ProxyName, readonly number[]>> = {
  shoppers: [1, 2, 3],
  provider: [1, 2],
  webhooks: [1, 2, 3],
  database: [3, 9, 14, 20, 26, 31, 37, 44],
  mail: [3, 6, 12],
};
/** If the first purchase does not send the message, a later one does. */
const PURCHASES_A_KILL = 4;

/** Buys while every shop is killed at one message. Repeats requests that get no response. */
async function buyThrough(stage: Stage): Promise<Purchase> {
  const { world } = stage;
  const purchase = stage.purchase();
  const insist = async (send: () => Promise<{ status: number } | undefined>) => {
    for (let i = 0; i < 4; i += 1) {
      const reply = await send();
      if (reply?.status === 200) return;
      await world.up();
    }
    throw new Error(`no answer: ${JSON.stringify(purchase.memory.statuses)}\n${world.log()}`);
  };
  await insist(() => purchase.begin());
  await purchase.pay();
  await insist(() => purchase.verify());
  return purchase;
}

export const killRows: Row[] = proxyNames.map((proxy) => ({
  name: `kill -9 before and after messages of the proxy '${proxy}': nothing acknowledged is lost or duplicated`,
  on: ({ kind }) => kind === 'postgres' || proxy !== 'database',
  run: (stage) => killAtEach(stage, proxy),
}));

async function killAtEach(stage: Stage, proxy: ProxyName): Promise<void> {
  const purchases: Purchase[] = [];
  for (const nth of messages[proxy]) {
    for (const direction of ['there', 'back'] as const) {
      purchases.push(...(await killAt(stage, { proxy, nth, direction })));
    }
  }
  await expectAgreement(stage, purchases, { emailsLater: true });
}

/** Buys until every shop was killed at this message. Resolves to the purchases. */
async function killAt(stage: Stage, place: Required<Omit<Place, 'text'>>): Promise<Purchase[]> {
  const { world } = stage;
  const before = world.deaths();
  const done = { isKilled: false };
  world.moments.at(place, () => {
    world.killShops();
    done.isKilled = true;
    // The verdict does not matter, because the shop is already dead.
    return place.direction === 'there' ? 'pass' : 'lose';
  });
  const purchases: Purchase[] = [];
  while (!done.isKilled && purchases.length < PURCHASES_A_KILL) {
    const purchase = await buyThrough(stage);
    purchases.push(purchase);
    // E-mails and webhooks come after the response, and so may the kill.
    const emailsLater = place.proxy !== 'mail';
    await converge(world, [purchase], { isOver: () => done.isKilled, emailsLater });
  }
  const what = `processes that ended at ${place.proxy}, ${place.direction}, ${place.nth}`;
  await expect
    .poll(() => world.deaths() - before, { timeout: 30_000, message: what })
    .toBeGreaterThanOrEqual(world.shops.length);
  await world.heal();
  return purchases;
}

const STOPS_WITHIN_MS = 10_000;
const AT_ONCE = 20;
const CONNECTIONS = 6;

/** Repeats a request whose idle connection was closed, on the next connection. A browser does so and keeps up to six. */
async function asBrowsersDo(send: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  let reply = await send();
  for (let i = 0; reply === undefined && i < CONNECTIONS; i += 1) reply = await send();
  return reply;
}

export const troubleRows: Row[] = [
  {
    name: 'the shop stops for a deploy under load: no request in flight fails, and the process ends within 10 s',
    on: ({ shops }) => shops === 1,
    async run(stage) {
      const { world } = stage;
      const [shop] = world.shops;
      const slow = { on: 'http', action: 'delay', stage: 'after', delay_ms: 1_500 } as const;
      const paid = await atOnce(5, () => stage.paid());
      await world.standIn.setFaults(
        { ...slow, call: 'POST /v1/orders', times: AT_ONCE },
        { ...slow, call: 'GET /v1/payments/:id', times: paid.length },
      );
      const purchases = Array.from({ length: AT_ONCE }, () => stage.purchase());
      const before = (await world.standIn.ledger()).orders.length;
      const calls = [
        ...purchases.map((purchase) => purchase.begin()),
        ...paid.map((purchase) => purchase.verify()),
      ];
      // Once all have reached the provider, the shop is processing each of them.
      const reached = async () => (await world.standIn.ledger()).orders.length - before;
      await expect.poll(reached, { interval: 20, timeout: 30_000 }).toBe(AT_ONCE);
      const began = performance.now();
      const code = await shop!.deploy();
      expect(performance.now() - began).toBeLessThan(STOPS_WITHIN_MS);
      expect(code).toBe(0);
      const replies = await Promise.all(calls);
      expect(replies.map((reply) => reply?.status)).toEqual(calls.map(() => 200));
      await world.up();
      await world.heal();
      for (const purchase of purchases) {
        await purchase.pay();
        await purchase.verify();
      }
      await expectAgreement(stage, [...purchases, ...paid]);
    },
  },
  {
    name: 'a deploy of one process after the other, under load: no checkout fails',
    on: ({ shops }) => shops === 2,
    async run(stage) {
      const { world } = stage;
      let over = false;
      const shoppers = atOnce(4, async () => {
        const done: Purchase[] = [];
        for (;;) {
          const purchase = stage.purchase();
          expect(await asBrowsersDo(() => purchase.begin())).toMatchObject({ status: 200 });
          await purchase.pay();
          expect(await asBrowsersDo(() => purchase.verify())).toMatchObject({ status: 200 });
          done.push(purchase);
          if (over) return done;
        }
      });
      const deployAll = async () => {
        for (const shop of world.shops) {
          expect(await shop.deploy()).toBe(0);
          await shop.up();
        }
        over = true;
      };
      const [bought] = await Promise.all([shoppers, deployAll()]);
      await expectAgreement(stage, bought.flat());
    },
  },
  {
    name: 'the mail worker dies after sending, before marking: sent again under the same Message-ID',
    async run(stage) {
      const { world } = stage;
      const { mailbox } = world;
      await untilAllSent(stage);
      mailbox.beforeNextReply(world.killShops);
      const purchase = await stage.paid();
      await purchase.verify();
      await world.outliveLeases();
      await purchase.verify();
      await expectAgreement(stage, [purchase]);
      const [order] = purchase.memory.orders;
      const taken = (kind: string) => mailbox.taken.get(`order.${order}.${kind}`) ?? 0;
      expect(taken('receipt') + taken('notice')).toBeGreaterThanOrEqual(3);
    },
  },
];
