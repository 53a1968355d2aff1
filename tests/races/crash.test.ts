// kill -9 before and after every step of the money's path: each named crash point of the shop is hit in
// turn, on both databases. Nothing acknowledged is lost, nothing is doubled, and all comes right by itself.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { crashPoints } from '../../src/server/crash-points.ts';
import type { CrashPoint } from '../../src/server/crash-points.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { CONVERGES_WITHIN_MS } from './play.ts';
import { audit, compareAll } from './race.ts';
import { refund } from './rows/reconcile.ts';
import { expectAgreement, ordersOf, stageOf } from './rows/row.ts';
import type { Stage } from './rows/row.ts';
import { signUp } from './shopper.ts';
import type { Answer, Purchase } from './shopper.ts';
import { startWorld } from './world.ts';

const TRIES = 4;

interface Scene {
  stage: Stage;
  purchase: Purchase;
  /** Starts the shop anew, to be killed at the point. */
  arm(): void;
}

/** Sends until it is answered; between two tries the shop comes up again. */
async function insist({ stage }: Scene, send: () => Promise<Answer | undefined>): Promise<void> {
  for (let i = 0; i < TRIES; i += 1) {
    const answer = await send();
    if (answer !== undefined && answer.status < 500) return;
    await stage.world.up();
  }
  throw new Error(`no answer\n${stage.world.log()}`);
}

/** Gives the purchase its payment order, and only then arms the shop. */
async function beginAndArm({ stage, purchase, arm }: Scene): Promise<void> {
  expect(await purchase.begin()).toMatchObject({ status: 200 });
  arm();
  await stage.world.up();
}

async function begin(scene: Scene): Promise<void> {
  const { stage, purchase, arm } = scene;
  arm();
  await stage.world.up();
  await insist(scene, () => purchase.begin());
  await purchase.pay();
}

/** Only this call can bring the news. */
async function confirm(scene: Scene, by: 'verify' | 'ask'): Promise<void> {
  const { stage, purchase } = scene;
  await stage.world.standIn.setFaults({ on: 'webhook', action: 'hold' });
  await beginAndArm(scene);
  await purchase.pay();
  await insist(scene, () => purchase[by]());
}

async function beTold(scene: Scene): Promise<void> {
  await beginAndArm(scene);
  await scene.purchase.pay();
}

async function giveBack(scene: Scene): Promise<void> {
  await beginAndArm(scene);
  await scene.purchase.pay();
  await insist(scene, () => scene.purchase.verify());
  await scene.purchase.giveBack();
}

/** The shopper pays while the shop is down, and it must find out by itself. */
async function reconcile({ stage, purchase, arm }: Scene, outcome = 'success'): Promise<void> {
  await stage.world.standIn.setFaults({ on: 'webhook', action: 'drop' });
  expect(await purchase.begin()).toMatchObject({ status: 200 });
  arm();
  await purchase.pay({ outcome });
}

/** What leads past a point, by its name or the beginning of it. */
const courses: [string, (scene: Scene) => Promise<void>][] = [
  ['order:', begin],
  ['verify:', (scene) => confirm(scene, 'verify')],
  ['status:', (scene) => confirm(scene, 'ask')],
  ['reconcile:after-capture', (scene) => reconcile(scene, 'authorized')],
  ['reconcile:', (scene) => reconcile(scene)],
  ['refund:', giveBack],
  ['', beTold],
];

/** Only the command passes here; the shop itself hears of a refund by the webhook. */
const inCommand: CrashPoint = 'refund:after-provider';
const isAsking = (point: CrashPoint) => point.startsWith('reconcile:');
const worlds = (['sqlite', 'postgres'] as const).flatMap((kind) => [
  { kind, points: crashPoints.filter((point) => !isAsking(point) && point !== inCommand) },
  { kind, points: crashPoints.filter(isAsking), reconcileAfter: 300 },
]);

describe.each(worlds)('kill -9 on $kind', ({ kind, points, ...more }) => {
  let stage: Stage;
  const running = new AsyncDisposableStack();
  beforeAll(async () => {
    const cluster = kind === 'postgres' ? await startPostgres() : undefined;
    if (cluster) running.defer(() => cluster.stop());
    const world = await startWorld({ cluster, ...more });
    running.defer(() => world.close());
    stage = stageOf(world, await signUp(world.origin, 6));
  });
  afterEach(() => stage.world.heal());
  afterAll(() => running.disposeAsync());

  it.each(points)('at %s', { timeout: 120_000 }, async (point) => {
    const { world } = stage;
    const shop = world.shops[0]!;
    const deaths = shop.deaths();
    const arm = () => {
      shop.giveNext({ CRASH_AT: point });
      shop.kill();
    };
    const purchase = stage.purchase();
    const [, course] = courses.find(([beginning]) => point.startsWith(beginning))!;
    await course({ stage, purchase, arm });
    // Once to arm it, and once at the point.
    await expect.poll(() => shop.deaths() - deaths, { timeout: 30_000 }).toBe(2);
    await world.heal();
    expect(await purchase.begin()).toMatchObject({ status: 200 });
    await expectAgreement(stage, [purchase], { lettersLater: true });
    expect(await ordersOf(stage, purchase)).toHaveLength(1);
  });

  it('and after all of it every letter came, and all agrees', { timeout: 150_000 }, async () => {
    const { world } = stage;
    await expect.poll(() => compareAll(world), { timeout: CONVERGES_WITHIN_MS }).toEqual([]);
    const { violations } = await audit(world, stage.accounts, []);
    expect(violations).toEqual([]);
  });
});

describe.each(['sqlite', 'postgres'] as const)('kill -9 of the refund command on %s', (kind) => {
  it(`at ${inCommand}: the same command again ends it`, { timeout: 120_000 }, async () => {
    await using running = new AsyncDisposableStack();
    const cluster = kind === 'postgres' ? await startPostgres() : undefined;
    if (cluster) running.defer(() => cluster.stop());
    const world = await startWorld({ cluster });
    running.defer(() => world.close());
    const stage = stageOf(world, await signUp(world.origin, 1));

    const purchase = await stage.paid();
    await purchase.verify();
    const { razorpay_payment_id: paymentId } = await purchase.pay({ again: true });
    await expectAgreement(stage, [purchase]);
    await world.standIn.setFaults({ on: 'webhook', action: 'hold' });
    expect(await refund(world, paymentId, { CRASH_AT: inCommand })).toBeNull();
    expect(await refund(world, paymentId)).toBe(0);
    expect((await world.standIn.ledger()).refunds).toMatchObject([{ payment_id: paymentId }]);
    await expectAgreement(stage, [purchase]);
  });
});
