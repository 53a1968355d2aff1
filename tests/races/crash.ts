// Kills the shop at each named crash point of a payment, before and after every step. Nothing acknowledged may be lost or
// duplicated, and the shop must recover by itself.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#support/databases/postgres.ts';
import type { PostgresCluster } from '#support/databases/postgres.ts';
import { freePort } from '#support/free-port.ts';
import { isAll } from '#support/tier.ts';
import { crashPoints } from '../../src/server/platform/crash-points.ts';
import type { CrashPoint } from '../../src/server/platform/crash-points.ts';
import { deskForms, killsAroundCommit, openDeskOf } from './desk-acts.ts';
import type { FilledForm } from './desk-acts.ts';
import { COMPARE_EVERY_MS, CONVERGES_WITHIN_MS } from './play.ts';
import { audit, compareAll } from './race.ts';
import { expectAgreement, ordersOf, stageOf } from './rows/row.ts';
import type { Stage } from './rows/row.ts';
import { openAccounts } from './shopper.ts';
import type { Purchase, Reply } from './shopper.ts';
import type { SupervisedShop } from './supervisor.ts';
import { startWorld } from './world.ts';

const TRIES = 4;

interface Scene {
  stage: Stage;
  purchase: Purchase;
  /** Makes the shop exit when it next passes the point. */
  arm(): Promise<void>;
}

/** Repeats a request until there is a response. Waits between two tries for the shop to restart. */
async function insist({ stage }: Scene, send: () => Promise<Reply | undefined>): Promise<void> {
  const shop = stage.world.shops[0]!;
  const deaths = shop.deaths();
  for (let i = 0; i < TRIES; i += 1) {
    const reply = await send();
    if (reply !== undefined && reply.status < 500) return;
    // The connection closes before the process ends. Until the end is noticed the shop seems to be up.
    if (reply === undefined) await died(shop, deaths + 1);
    await stage.world.outliveLeases();
  }
  throw new Error(`no answer\n${stage.world.log()}`);
}

function died(shop: SupervisedShop, times: number): Promise<void> {
  return expect.poll(shop.deaths, { timeout: 30_000 }).toBe(times);
}

/** Begins the purchase, and only then arms the shop. */
async function beginAndArm({ purchase, arm }: Scene): Promise<void> {
  expect(await purchase.begin()).toMatchObject({ status: 200 });
  await arm();
}

async function begin(scene: Scene): Promise<void> {
  await scene.arm();
  await insist(scene, () => scene.purchase.begin());
  await scene.purchase.pay();
}

/** Confirms the payment with this request only. */
async function confirm(scene: Scene, by: 'verify' | 'ask'): Promise<void> {
  const { stage, purchase } = scene;
  await stage.world.standIn.setFaults({ on: 'webhook', action: 'hold' });
  await beginAndArm(scene);
  await purchase.pay();
  await insist(scene, () => purchase[by]());
}

async function notifyByWebhook(scene: Scene): Promise<void> {
  await beginAndArm(scene);
  await scene.purchase.pay();
}

async function giveBack(scene: Scene): Promise<void> {
  await beginAndArm(scene);
  await scene.purchase.pay();
  await insist(scene, () => scene.purchase.verify());
  await scene.purchase.giveBack();
}

/** Drops the webhooks and sends no verify, so that only the reconciler can find the payment. */
async function reconcile(scene: Scene, outcome = 'success'): Promise<void> {
  await scene.stage.world.standIn.setFaults({ on: 'webhook', action: 'drop' });
  await beginAndArm(scene);
  await scene.purchase.pay({ outcome });
}

/** Pays a purchase once more. Resolves to the payment, which the shop has flagged. */
async function payAgain(stage: Stage, purchase: Purchase): Promise<string> {
  const { razorpay_payment_id: paymentId } = await purchase.pay({ again: true });
  await expectAgreement(stage, [purchase]);
  return paymentId;
}

/** The course of a purchase that passes a crash point, by the prefix of the point's name. */
const courses: [string, (scene: Scene) => Promise<void>][] = [
  ['order:', begin],
  ['verify:', (scene) => confirm(scene, 'verify')],
  ['status:', (scene) => confirm(scene, 'ask')],
  ['reconcile:after-capture', (scene) => reconcile(scene, 'authorized')],
  ['reconcile:', (scene) => reconcile(scene)],
  ['refund:', giveBack],
  ['', notifyByWebhook],
];

/** The points that only the desk passes, whose forms come below. */
const isShops = (point: CrashPoint) =>
  !['refund:after-provider', 'refund:after-request'].includes(point) && !point.startsWith('act:');
const isAsking = (point: CrashPoint) => point.startsWith('reconcile:');
const parts = [
  {
    part: 'S1 to S6',
    points: crashPoints.filter((point) => !isAsking(point) && isShops(point)),
  },
  { part: 'S7', points: crashPoints.filter(isAsking), reconcileAfter: 300 },
];

/** The points and forms of `npm test`: between two effects that must agree. `npm run test:all` has all on both databases. */
const always: Record<'sqlite' | 'postgres', { points: readonly CrashPoint[]; forms: string[] }> = {
  sqlite: {
    points: [
      'order:after-provider',
      'order:after-attach',
      'verify:before-settle',
      'settle:in-transaction',
      'settle:after-commit',
      'webhook:after-event',
      'mail:after-send',
      'reconcile:after-capture',
      'refund:before-commit',
    ],
    forms: ['sent', 'refund'],
  },
  postgres: { points: ['settle:before-commit'], forms: [] },
};

/** Describes the crashes on one of the databases. */
export function crashesOn(kind: 'sqlite' | 'postgres'): void {
  const usual = always[kind];
  const isHere = (point: CrashPoint) => isAll || usual.points.includes(point);
  const partsHere = parts
    .map((part) => ({ ...part, points: part.points.filter(isHere) }))
    .filter(({ points }) => points.length > 0);
  const formsHere = deskForms.filter(({ name }) => isAll || usual.forms.includes(name));

  const running = new AsyncDisposableStack();
  let cluster: PostgresCluster | undefined;
  beforeAll(async () => {
    if (kind === 'sqlite') return;
    cluster = await startPostgres();
    running.defer(() => cluster?.stop());
  });
  afterAll(() => running.disposeAsync());

  describe.each(partsHere)('kill -9, $part', ({ points, ...more }) => {
    let stage: Stage;
    const own = new AsyncDisposableStack();
    beforeAll(async () => {
      const world = await startWorld({ cluster, ...more });
      own.defer(() => world.close());
      stage = stageOf(world, await openAccounts(world, 2));
    });
    afterEach(() => stage.world.heal());
    afterAll(() => own.disposeAsync());

    it.each(points)('at %s', { timeout: 120_000 }, async (point) => {
      const { world } = stage;
      const shop = world.shops[0]!;
      const deaths = shop.deaths();
      const purchase = stage.purchase();
      const [, course] = courses.find(([beginning]) => point.startsWith(beginning))!;
      await course({ stage, purchase, arm: () => shop.arm(point) });
      await died(shop, deaths + 1);
      await world.heal();
      expect(await purchase.begin()).toMatchObject({ status: 200 });
      await expectAgreement(stage, [purchase], { emailsLater: true });
      expect(await ordersOf(stage, purchase)).toHaveLength(1);
    });

    it('ends with every e-mail delivered and no violation', { timeout: 150_000 }, async () => {
      const { world } = stage;
      await expect
        .poll(() => compareAll(world), { timeout: CONVERGES_WITHIN_MS, interval: COMPARE_EVERY_MS })
        .toEqual([]);
      const { violations } = await audit(world, stage.accounts, []);
      expect(violations).toEqual([]);
    });
  });

  if (formsHere.length === 0) return;
  describe('what the owner does, killed', () => {
    let stage: Stage;
    let desk: Awaited<ReturnType<typeof openDeskOf>>;
    const own = new AsyncDisposableStack();
    beforeAll(async () => {
      const port = await freePort();
      const world = await startWorld({ cluster, env: { DESK_PORT: String(port) } });
      own.defer(() => world.close());
      stage = stageOf(world, await openAccounts(world, 1));
      desk = await openDeskOf(world, port);
      own.defer(() => desk.close());
    });
    afterEach(() => stage.world.heal());
    afterAll(() => own.disposeAsync());

    it.each(formsHere)(
      'kill -9 at the desk before and after its commit or its request, of: $name',
      async (form) => {
        const { world } = stage;
        const shop = world.shops[0]!;
        const purchase = await stage.paid();
        await purchase.verify();
        const [order = ''] = purchase.memory.orders;
        const review = `review-of-${order}`;
        await desk.insertReview(review, purchase.account.email);
        const again = form.ofSurplus ? await payAgain(stage, purchase) : '';
        const fill = (text: string) =>
          text.replaceAll('ORDER', order).replaceAll('REVIEW', review).replaceAll('PAYMENT', again);
        const draw = async ({ page, action, typed = {} }: FilledForm) => {
          const drawn = await desk.draw(fill(page), fill(action));
          const texts = Object.entries(typed).map(([name, text]) => [
            fill(name),
            fill(text).replace('ACT', drawn['act'] ?? ''),
          ]);
          return { ...drawn, ...Object.fromEntries(texts) } as Record<string, string>;
        };
        const { first } = form;
        const before = first && (await desk.post(fill(first.action), await draw(first)));
        expect(before?.status).toBe(first && 303);
        const action = fill(form.action);
        const fields = await draw(form);
        const find = async () => ({
          acts: await world.books.run(`select id from desk_act where id = '${fields['act']}'`),
          effects: await world.books.run(fill(form.effect)),
        });
        const row: unknown = expect.anything();
        const isThere = ({ act, effect }: { act: boolean; effect: boolean }) => ({
          acts: act ? [{ id: fields['act'] }] : [],
          effects: effect ? [row] : [],
        });
        const once = isThere({ act: true, effect: true });
        expect(await find()).toEqual(isThere({ act: false, effect: false }));
        // No webhook may do what the form has left undone.
        await world.standIn.setFaults({ on: 'webhook', action: 'hold' });
        for (const [point, left] of form.kills ?? killsAroundCommit) {
          const deaths = shop.deaths();
          await shop.arm(point);
          await expect(desk.post(action, fields)).rejects.toThrow('fetch failed');
          await died(shop, deaths + 1);
          await world.up();
          expect(await find()).toEqual(isThere(left));
        }
        for (const _ of ['first', 'again']) {
          const { status, location } = await desk.post(action, fields);
          expect({ status, html: (await desk.get(location)).html }).toEqual({
            status: 303,
            html: expect.stringContaining(form.says),
          });
        }
        expect(await find()).toEqual(once);
        await expectAgreement(stage, [purchase], { emailsLater: true });
      },
    );
  });
}
