// Plays one schedule in a world: everybody buys at once while things break, then everything is healed,
// and the clock runs until the books agree.
import { setTimeout as pause } from 'node:timers/promises';
import { compare, isFinal, isLetterToCome, readBooks } from './ledger.ts';
import type { Violation } from './ledger.ts';
import { newPurchase } from './shopper.ts';
import type { Account, Answer, Purchase } from './shopper.ts';
import type { Disturbance, Plan, Schedule } from './schedule.ts';
import { NEXT_WEBHOOK_SECRET } from './world.ts';
import type { World } from './world.ts';

export interface Played {
  purchases: Purchase[];
  violations: Violation[];
  /** From the moment when everything was healed, in milliseconds. */
  convergedAfter: number;
  /** What really happened, by kind: a moment may never come, a fault may find no occasion. */
  disturbances: string[];
  faults: string[];
}

/** The promise of the shop: this long after everything is healed, at most, all is as it should be. */
export const CONVERGES_WITHIN_MS = 60_000;
/** A comparison reads the whole ledger: more often would take the machine from what is waited for. */
export const COMPARE_EVERY_MS = 150;
const TRIES = 3;
/** How long the world is left to itself when moments of its schedule have not come yet. */
const LEFT_ALONE_MS = 700;

/** Longer than anybody waits for an answer of the database. */
const SILENT_MS = 3_000;

const now = () => performance.now();

/** Plays a schedule. */
export async function play(
  world: World,
  schedule: Schedule,
  accounts: readonly Account[],
): Promise<Played> {
  const { standIn, moments } = world;
  const disturbances: string[] = [];
  const repairs: Promise<unknown>[] = [];
  if (schedule.rotates) await standIn.rotateWebhookSecret(NEXT_WEBHOOK_SECRET);
  if (schedule.faults.length > 0) await standIn.setFaults(...schedule.faults);
  for (const disturbance of schedule.disturbances) {
    const { verdict, ...place } = disturbance.at;
    moments.at(place, () => {
      disturbances.push(disturbance.kind);
      const repair = disturb(world, disturbance);
      // Heard of where all repairs are awaited.
      repair.catch(() => undefined);
      repairs.push(repair);
      return verdict;
    });
  }

  const shoppers = schedule.plans.map((plan) => {
    const account = accounts[plan.account % accounts.length]!;
    return { plan, purchase: newPurchase(world, account, plan.cart) };
  });
  await Promise.all(shoppers.map(({ plan, purchase }) => buy(world, plan, purchase)));

  const purchases = shoppers.map(({ purchase }) => purchase);
  // Webhooks and letters come after the shopper's answer, and so do their moments.
  const isOver = () => disturbances.length === schedule.disturbances.length;
  if (!isOver()) await goOn(world, purchases, isOver);
  moments.forget();
  await Promise.all(repairs);
  const faults = schedule.faults.length > 0 ? await firedFaults(world, schedule) : [];
  await world.heal();
  const healed = now();
  await Promise.all(shoppers.map(({ plan, purchase }) => comeBack(plan, purchase)));
  const calm = disturbances.length === 0;
  const deadline = healed + CONVERGES_WITHIN_MS;
  const violations = await converge(world, purchases, { calm, isOver: () => now() > deadline });
  const convergedAfter = now() - healed;
  return { purchases, violations, convergedAfter, disturbances, faults };
}

async function disturb(world: World, disturbance: Disturbance): Promise<void> {
  const shop = world.shops[disturbance.shop % world.shops.length]!;
  if (disturbance.after > 0) await pause(disturbance.after);
  switch (disturbance.kind) {
    case 'kill the shop':
      return shop.kill();
    case 'deploy the shop':
      return void (await shop.deploy());
    case 'kill the provider':
      return world.standIn.crash();
    case 'cut a proxy':
      return world.proxies[disturbance.proxy].cut();
    case 'silence a proxy':
      world.proxies[disturbance.proxy].silence();
      // A shop that starts meanwhile may need this very proxy to come up.
      await pause(SILENT_MS);
      return world.proxies[disturbance.proxy].resume();
    case 'lose the database':
      return loseDatabase(world);
  }
}

/** PostgreSQL crashes and recovers; somebody else writes to the embedded database for a while. */
async function loseDatabase({ cluster, books }: World): Promise<void> {
  if (cluster !== undefined) return cluster.crash();
  const release = await books.lock();
  await pause(300);
  await release();
}

/** Buys as planned. When an answer is missing, it is asked for again as soon as the shop stands. */
async function buy(world: World, plan: Plan, purchase: Purchase): Promise<void> {
  await insist(world, () => atOnce(plan.begins, () => purchase.begin()));
  if (purchase.paymentOrder === undefined || plan.course === 'walks away') return;
  await payAs(plan, purchase);
  const calls = [
    ...Array.from({ length: plan.verifies }, () => () => purchase.verify()),
    ...Array.from({ length: plan.asks }, () => () => purchase.ask()),
  ];
  await Promise.all(calls.map((send) => insist(world, async () => [await send()])));
}

async function payAs({ course, late, cart }: Plan, purchase: Purchase): Promise<void> {
  switch (course) {
    case 'pays twice':
      await purchase.pay();
      return void (await purchase.pay({ again: true }));
    case 'pays another amount':
      return void (await purchase.pay({ amount: 100 * cart.items.length }));
    case 'is blocked, not captured':
      return void (await purchase.pay({ outcome: 'authorized' }));
    case 'fails':
      return void (await purchase.pay({ outcome: 'failure' }));
    case 'fails, then pays again':
      await purchase.pay({ outcome: 'failure' });
      return void (await purchase.pay());
    case 'fails, then is captured late':
    case 'hangs, then is captured late':
      await purchase.pay({ outcome: course.startsWith('fails') ? 'failure' : 'pending' });
      if (late === 'soon') await purchase.settleLate();
      return;
    case 'pays and gets it back':
      await purchase.pay();
      if (late === 'soon') await purchase.giveBack();
      return;
    default:
      await purchase.pay();
  }
}

const atOnce = <T>(times: number, act: () => Promise<T>) =>
  Promise.all(Array.from({ length: times }, act));

const isAnswer = (answer: Answer | undefined) =>
  answer !== undefined && answer.status < 500 && answer.status !== 429;

async function insist(world: World, send: () => Promise<(Answer | undefined)[]>): Promise<void> {
  for (let i = 0; i < TRIES; i += 1) {
    if ((await send()).some(isAnswer)) return;
    await world.up();
  }
}

async function comeBack(plan: Plan, purchase: Purchase): Promise<void> {
  if (purchase.paymentOrder === undefined) return;
  if (plan.late === 'after healing') {
    if (plan.course.endsWith('captured late')) await purchase.settleLate();
    if (plan.course === 'pays and gets it back') await purchase.giveBack();
  }
  if (!plan.returns) return;
  // The same key once more: what was acknowledged before is what is answered now.
  await answered(() => purchase.begin());
  const hasWindow = purchase.window !== undefined && plan.verifies > 0;
  await answered(() => (hasWindow ? purchase.verify() : purchase.ask()));
}

/** All is healed: an answer must come. Gives up after the time to converge; the comparison then says why. */
async function answered(send: () => Promise<Answer | undefined>): Promise<void> {
  const deadline = now() + CONVERGES_WITHIN_MS;
  while (!isAnswer(await send()) && now() < deadline) await pause(200);
}

/** By name, as often as each found an occasion. */
async function firedFaults({ standIn }: World, { faults }: Schedule): Promise<string[]> {
  const left = new Map<string, number>();
  for (const { fault, timesLeft } of (await standIn.ledger()).faults) {
    left.set(nameOf(fault), (left.get(nameOf(fault)) ?? 0) + (timesLeft ?? 0));
  }
  return [...Map.groupBy(faults, nameOf)].flatMap(([name, alike]) => {
    const times = alike.reduce((sum, fault) => sum + (fault.times ?? 1), 0);
    return Array<string>(times - (left.get(name) ?? 0)).fill(name);
  });
}

const nameOf = ({ on, action, stage }: { on: string; action: string; stage?: unknown }) =>
  on === 'http' ? `call: ${action} ${String(stage)}` : `${on}: ${action}`;

/** Waits for the moments, but not when there is nothing left to happen. */
async function goOn(
  world: World,
  purchases: readonly Purchase[],
  isOver: () => boolean,
): Promise<void> {
  const until = now() + LEFT_ALONE_MS;
  const isEnough = () => isOver() || now() > until;
  // Things are broken: a comparison may well fail, and what it finds is no result yet.
  await converge(world, purchases, { calm: false, isOver: isEnough }).catch(() => undefined);
}

export interface ConvergeOptions {
  /** Nothing went wrong on the way of the letters: each must come once, not only at least once. */
  calm: boolean;
  isOver: () => boolean;
  /** Does not wait for letters; they are compared at the end of everything. */
  lettersLater?: boolean;
}

/** Compares until all agrees, something is wrong for good, or the time is up. */
export async function converge(
  { standIn, books, deliveries }: World,
  purchases: readonly Purchase[],
  { calm, isOver, lettersLater = false }: ConvergeOptions,
): Promise<Violation[]> {
  const memories = purchases.map(({ memory }) => memory);
  const paymentOrders = memories.flatMap(({ paymentOrders: ids }) => [...ids]);
  for (;;) {
    // Not by the provider's own calls: a fault that waits for the shop would find us instead.
    const ledger = await standIn.ledger();
    const payments = ledger.payments.filter(({ order_id }) => paymentOrders.includes(order_id));
    const written = await readBooks(books, payments, paymentOrders);
    const all = compare({ payments, ...written, deliveries, memories, calm });
    const violations = lettersLater ? all.filter((each) => !isLetterToCome(each)) : all;
    if (violations.length === 0 || violations.some(isFinal)) return violations;
    if (isOver()) return violations;
    await pause(COMPARE_EVERY_MS);
  }
}
