// Kills the shop at each named crash point of a payment, before and after every step. Nothing acknowledged may be lost or
// duplicated, and the shop must recover by itself.
import { describe, expect, it } from 'vitest';
import { freePort } from '#support/free-port.ts';
import { isAll } from '#support/tier.ts';
import { crashPoints } from '../../src/server/platform/crash-points.ts';
import type { CrashPoint } from '../../src/server/platform/crash-points.ts';
import { deskForms, fill, killsAroundCommit, openDeskOf } from './desk-acts.ts';
import type { FilledForm } from './desk-acts.ts';
import { expectAgreement, expectAudit, openStage, ordersOf, stageOfBlock } from './rows/row.ts';
import type { Stage } from './rows/row.ts';
import type { Purchase, Reply } from './shopper.ts';
import type { SupervisedShop } from './supervisor.ts';

const TRIES = 4;

function died(shop: SupervisedShop, times: number): Promise<void> {
  return expect.poll(shop.deaths, { timeout: 30_000 }).toBe(times);
}

/** Repeats a request until there is a response. Waits between two tries for the shop to restart. */
async function insist({ world }: Stage, send: () => Promise<Reply | undefined>): Promise<void> {
  const shop = world.shops[0]!;
  const deaths = shop.deaths();
  for (let i = 0; i < TRIES; i += 1) {
    const reply = await send();
    if (reply !== undefined && reply.status < 500) return;
    // The connection closes before the process ends. Until the end is noticed the shop seems to be up.
    if (reply === undefined) await died(shop, deaths + 1);
    await world.outliveLeases();
  }
  throw new Error(`no answer\n${world.log()}`);
}

/** How a purchase passes a crash point. */
interface Course {
  /** What becomes of the webhooks, which else confirm the payment. */
  webhooks?: 'hold' | 'drop';
  outcome?: 'success' | 'authorized';
  /** The only request while the shop will crash. Without one, a webhook or the reconciler passes the point. */
  by?: 'begin' | 'verify' | 'ask';
  isGivenBack?: true;
}

/** By the beginning of the point's name. */
const courses: [string, Course][] = [
  ['order:', { by: 'begin' }],
  ['verify:', { by: 'verify', webhooks: 'hold' }],
  ['status:', { by: 'ask', webhooks: 'hold' }],
  ['reconcile:after-capture', { webhooks: 'drop', outcome: 'authorized' }],
  ['reconcile:', { webhooks: 'drop' }],
  ['refund:', { by: 'verify', isGivenBack: true }],
  ['', {}],
];

/** Buys and makes the shop exit when it next passes the point. */
async function buyThrough(stage: Stage, purchase: Purchase, point: CrashPoint): Promise<void> {
  const { standIn, shops } = stage.world;
  const [, course] = courses.find(([beginning]) => point.startsWith(beginning))!;
  const { webhooks, outcome = 'success', by, isGivenBack } = course;
  if (webhooks) await standIn.setFaults({ on: 'webhook', action: webhooks });
  if (by !== 'begin') await purchase.begin();
  await shops[0]!.arm(point);
  if (by === 'begin') await insist(stage, () => purchase.begin());
  await purchase.pay({ outcome });
  if (by === 'verify' || by === 'ask') await insist(stage, () => purchase[by]());
  if (isGivenBack) await purchase.giveBack();
}

/** Pays a purchase once more. Resolves to the payment, which the shop has flagged. */
async function payAgain(stage: Stage, purchase: Purchase): Promise<string> {
  const { razorpay_payment_id: paymentId } = await purchase.pay({ again: true });
  await expectAgreement(stage, [purchase]);
  return paymentId;
}

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

  describe.each(partsHere)('kill -9, $part', ({ points, ...more }) => {
    const stage = stageOfBlock((defer) => openStage(defer, kind, more));

    it.each(points)('at %s', { timeout: 120_000 }, async (point) => {
      const { world, purchase: newPurchase } = stage();
      const shop = world.shops[0]!;
      const deaths = shop.deaths();
      const purchase = newPurchase();
      await buyThrough(stage(), purchase, point);
      await died(shop, deaths + 1);
      await world.heal();
      expect(await purchase.begin()).toMatchObject({ status: 200 });
      await expectAgreement(stage(), [purchase], { emailsLater: true });
      expect(await ordersOf(stage(), purchase)).toHaveLength(1);
    });

    it('ends with every e-mail delivered and no violation', { timeout: 150_000 }, async () => {
      const { payments } = await expectAudit(stage());
      expect(payments.length).toBeGreaterThanOrEqual(points.length);
    });
  });

  if (formsHere.length === 0) return;
  describe('what the owner does, killed', () => {
    let desk: Awaited<ReturnType<typeof openDeskOf>>;
    const stage = stageOfBlock(async (defer) => {
      const port = await freePort();
      const env = { DESK_PORT: String(port) };
      const opened = await openStage(defer, kind, { env, accounts: 1 });
      desk = await openDeskOf(opened.world, port);
      defer(() => desk.close());
      return opened;
    });

    it.each(formsHere)(
      'kill -9 at the desk before and after its commit or its request, of: $name',
      async (form) => {
        const { world, paid } = stage();
        const shop = world.shops[0]!;
        const purchase = await paid();
        await purchase.verify();
        const [order = ''] = purchase.memory.orders;
        const review = `review-of-${order}`;
        await desk.insertReview(review, purchase.account.email);
        const payment = form.ofSurplus ? await payAgain(stage(), purchase) : '';
        const names = { ORDER: order, REVIEW: review, PAYMENT: payment };
        const { first, action, effect, says, ...own } = fill(form, names);
        const draw = async ({ page, action: to, typed = {} }: FilledForm) => {
          const drawn = await desk.draw(page, to);
          return { ...drawn, ...fill(typed, { ACT: drawn['act'] ?? '' }) };
        };
        const before = first && (await desk.post(first.action, await draw(first)));
        expect(before?.status).toBe(first && 303);
        const fields = await draw({ ...own, action });
        const count = async () => ({
          act: (await world.books.run(`select id from desk_act where id = '${fields['act']}'`))
            .length,
          effect: (await world.books.run(effect)).length,
        });
        expect(await count()).toEqual({ act: 0, effect: 0 });
        // No webhook may do what the form has left undone.
        await world.standIn.setFaults({ on: 'webhook', action: 'hold' });
        for (const [point, left] of form.kills ?? killsAroundCommit) {
          const deaths = shop.deaths();
          await shop.arm(point);
          await expect(desk.post(action, fields)).rejects.toThrow('fetch failed');
          await died(shop, deaths + 1);
          await world.up();
          expect(await count()).toEqual(left);
        }
        for (const _ of ['first', 'again']) {
          const { status, location } = await desk.post(action, fields);
          expect({ status, html: (await desk.get(location)).html }).toEqual({
            status: 303,
            html: expect.stringContaining(says),
          });
        }
        expect(await count()).toEqual({ act: 1, effect: 1 });
        await expectAgreement(stage(), [purchase], { emailsLater: true });
      },
    );
  });
}
