// Plays one schedule in a world. All shoppers buy at once while faults happen. Then the world is healed, and the books must
// agree within a time limit.
import { setTimeout as pause } from 'node:timers/promises';
import type { ActKind } from '../../src/server/acts/acts.ts';
import { alwaysOpen, whyNotForSale } from '../../src/shop/availability.ts';
import { dayInIndia } from '../../src/shop/dates.ts';
import {
  compare,
  compareState,
  isFinal,
  isEmailToCome,
  readBooks,
  storedForNothing,
} from './ledger.ts';
import type { Violation } from './ledger.ts';
import { PART } from './owner.ts';
import type { AvailabilityForm, Owner } from './owner.ts';
import { newPurchase } from './shopper.ts';
import type { Account, Cart, Purchase, Reply } from './shopper.ts';
import type { Disturbance, Plan, Schedule } from './schedule.ts';
import { NEXT_WEBHOOK_SECRET } from './world.ts';
import type { World } from './world.ts';

export interface Played {
  purchases: Purchase[];
  violations: Violation[];
  /** What the desk acknowledged. */
  acts: { kind: ActKind }[];
  /** Milliseconds from healing the world until everything agreed. */
  convergedAfter: number;
  /** What happened, by kind. A scheduled moment may never come, and a fault may never apply. */
  disturbances: string[];
  faults: string[];
}

/** How long the books may disagree after healing, in milliseconds. */
export const CONVERGES_WITHIN_MS = 60_000;
/** A comparison reads the whole ledger. More frequent ones would slow down the shop that they wait for. */
export const COMPARE_EVERY_MS = 150;
const TRIES = 3;
/** How long to wait for moments of the schedule that have not come yet, in milliseconds. */
const LEFT_ALONE_MS = 700;

/** Longer than any timeout of the database. */
const SILENT_MS = 3_000;

const now = () => performance.now();

export async function play(
  world: World,
  schedule: Schedule,
  accounts: readonly Account[],
  owner: Owner,
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
      // Handled where all repairs are awaited.
      repair.catch(() => undefined);
      repairs.push(repair);
      return verdict;
    });
  }

  const { halt } = schedule;
  const form = halt && owner.drawAvailability(halt.set);
  const setAside = async () =>
    !form || (await atOnce(halt.timesAtOnce, () => form.send())).every(Boolean);
  if (halt) {
    moments.at({ proxy: 'shoppers', direction: 'there', nth: halt.nth }, () => {
      repairs.push(setAside());
      return 'pass';
    });
  }

  const shoppers = schedule.plans.map((plan) => {
    const account = accounts[plan.account % accounts.length]!;
    return { plan, purchase: newPurchase(world, account, plan.cart) };
  });
  await Promise.all(
    shoppers.map(async ({ plan, purchase }) => {
      await buy(world, plan, purchase);
      await ownerActs(owner, plan, purchase, 'soon');
    }),
  );

  const purchases = shoppers.map(({ purchase }) => purchase);
  // Webhooks and e-mails follow the shopper's response, and so do the moments on their proxies.
  const isOver = () => disturbances.length === schedule.disturbances.length;
  if (!isOver()) await goOn(world, purchases, isOver);
  moments.forget();
  await Promise.all(repairs);
  const faults = schedule.faults.length > 0 ? await firedFaults(world, schedule) : [];
  await world.heal();
  const healed = now();
  await untilDone(setAside);
  await Promise.all(
    shoppers.map(async ({ plan, purchase }) => {
      await comeBack(plan, purchase);
      await ownerActs(owner, plan, purchase, 'after healing');
    }),
  );
  const wrong: Violation[] = [];
  const acts: Played['acts'] = purchases.flatMap(({ memory }) => [...memory.acts.values()]);
  if (form) {
    const { account, cart } = schedule.plans[0]!;
    const late = newPurchase(world, accounts[account % accounts.length]!, cart);
    purchases.push(late);
    const opening = owner.drawAvailability(alwaysOpen);
    wrong.push(...(await sellAgain(world, late, cart, [form, opening])));
    acts.push(...form.told.values(), ...opening.told.values());
  }
  const calm = disturbances.length === 0;
  const deadline = healed + CONVERGES_WITHIN_MS;
  const violations = await converge(world, purchases, { calm, isOver: () => now() > deadline });
  const convergedAfter = now() - healed;
  return {
    purchases,
    violations: [...wrong, ...violations],
    acts,
    convergedAfter,
    disturbances,
    faults,
  };
}

/**
 * Sells to one shopper more while less can be ordered, and again once everything can. Resolves to what was not as the owner
 * has set it.
 */
async function sellAgain(
  { books }: World,
  purchase: Purchase,
  { items }: Cart,
  forms: readonly AvailabilityForm[],
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const form of forms) {
    await untilDone(form.send);
    const reply = await untilReply(() => purchase.begin());
    const today = dayInIndia(new Date());
    const isRefused = items.some(({ productId }) => whyNotForSale(form.set, productId, today));
    if (reply?.status !== (isRefused ? 409 : 200)) {
      const what = `${reply?.status} ${JSON.stringify(reply?.body)} of ${JSON.stringify(form.set)}`;
      found.push({ kind: 'act and effect differ', what, paymentOrder: purchase.memory.key });
    }
    found.push(...(await compareState(books, form)));
    found.push(...storedForNothing(purchase.memory, await books.attempts()));
  }
  return found;
}

/** Repeats until there is a result. Resolves to false if there is none after CONVERGES_WITHIN_MS. */
async function untilDone(act: () => Promise<boolean>): Promise<boolean> {
  const deadline = now() + CONVERGES_WITHIN_MS;
  while (!(await act())) {
    if (now() > deadline) return false;
    await pause(200);
  }
  return true;
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
      // A shop that starts meanwhile may need this proxy.
      await pause(SILENT_MS);
      return world.proxies[disturbance.proxy].resume();
    case 'lose the database':
      return loseDatabase(world);
  }
}

/** Crashes PostgreSQL and restarts it, or locks the embedded database for 300 ms. */
async function loseDatabase({ cluster, books }: World): Promise<void> {
  if (cluster !== undefined) return cluster.crash();
  const release = await books.lock();
  await pause(300);
  await release();
}

/** Buys as planned. Repeats a request without response as soon as the shop is up. */
async function buy(world: World, plan: Plan, purchase: Purchase): Promise<void> {
  await insist(world, () => atOnce(plan.begins, () => purchase.begin()));
  if (purchase.paymentOrder === undefined || plan.course === 'walks away') return;
  await payAs(plan, purchase);
  if (plan.late === 'soon') await givePartBack(plan, purchase);
  const calls = [
    ...Array.from(
      { length: plan.verifies },
      (_, i) => () => (i % 2 === 0 ? purchase.verify() : purchase.comeBack()),
    ),
    ...Array.from({ length: plan.asks }, () => () => purchase.ask()),
  ];
  await Promise.all(calls.map((send) => insist(world, async () => [await send()])));
}

/** Refunds a part in the provider's dashboard, if the payment is the only one. The owner refunds other amounts. */
async function givePartBack({ course, partBack }: Plan, purchase: Purchase): Promise<void> {
  if (partBack && /^pays$|again$|late$/.test(course)) await purchase.giveBack(PART / 2);
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

/** Sends each act several times at once. After healing, repeats it until it is done. */
async function ownerActs(
  owner: Owner,
  { acts, timesAtOnce, late, undoAfter }: Plan,
  purchase: Purchase,
  when: Plan['late'],
): Promise<void> {
  if (when === 'soon' && late !== 'soon') return;
  for (const act of acts) {
    const send = async () =>
      (await atOnce(timesAtOnce, () => owner.act(purchase, act))).every(Boolean);
    // Until the e-mail is about to leave
    if (act === 'undo') await pause(undoAfter);
    if (when === 'soon') await send();
    else if (!(await untilDone(send))) throw new Error(`no answer to '${act}'`);
  }
}

const atOnce = <T>(times: number, act: () => Promise<T>) =>
  Promise.all(Array.from({ length: times }, act));

const isReply = (reply: Reply | undefined) =>
  reply !== undefined && reply.status < 500 && reply.status !== 429;

async function insist(world: World, send: () => Promise<(Reply | undefined)[]>): Promise<void> {
  for (let i = 0; i < TRIES; i += 1) {
    if ((await send()).some(isReply)) return;
    await world.up();
  }
}

async function comeBack(plan: Plan, purchase: Purchase): Promise<void> {
  if (purchase.paymentOrder === undefined) return;
  if (plan.late === 'after healing') {
    if (plan.course.endsWith('captured late')) await purchase.settleLate();
    if (plan.course === 'pays and gets it back') await purchase.giveBack();
    await givePartBack(plan, purchase);
  }
  if (!plan.returns) return;
  // The same key again: the response must be the same as before.
  await untilReply(() => purchase.begin());
  const hasWindow = purchase.window !== undefined && plan.verifies > 0;
  await untilReply(() => (hasWindow ? purchase.verify() : purchase.ask()));
}

/** Repeats a request until there is a response. Gives up after CONVERGES_WITHIN_MS; the comparison then reports why. */
async function untilReply(send: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  let reply: Reply | undefined;
  await untilDone(async () => isReply((reply = await send())));
  return reply;
}

/** Resolves to the names of the faults, each as often as it applied. */
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

/** Waits for the moments, but not once nothing more will happen. */
async function goOn(
  world: World,
  purchases: readonly Purchase[],
  isOver: () => boolean,
): Promise<void> {
  const until = now() + LEFT_ALONE_MS;
  const isEnough = () => isOver() || now() > until;
  // During faults a comparison may fail, and its violations do not count yet.
  await converge(world, purchases, { calm: false, isOver: isEnough }).catch(() => undefined);
}

export interface ConvergeOptions {
  /** Whether nothing disturbed the delivery of e-mails: then each must arrive exactly once, not at least once. */
  calm: boolean;
  isOver: () => boolean;
  /** Whether to leave out e-mails, which are compared at the very end. */
  emailsLater?: boolean;
}

/** Compares until everything agrees, a violation is final, or the time is up. Resolves to the violations. */
export async function converge(
  { standIn, books, deliveries }: World,
  purchases: readonly Purchase[],
  { calm, isOver, emailsLater = false }: ConvergeOptions,
): Promise<Violation[]> {
  const memories = purchases.map(({ memory }) => memory);
  const paymentOrders = memories.flatMap(({ paymentOrders: ids }) => [...ids]);
  for (;;) {
    // Not through the provider's API: a fault that is meant for the shop would hit this request instead.
    const ledger = await standIn.ledger();
    const payments = ledger.payments.filter(({ order_id }) => paymentOrders.includes(order_id));
    const ids = new Set(payments.map(({ id }) => id));
    const refunds = ledger.refunds.filter(({ payment_id }) => ids.has(payment_id));
    const written = await readBooks(books, { payments, refunds }, paymentOrders);
    const all = compare({ payments, refunds, ...written, deliveries, memories, calm });
    const violations = emailsLater ? all.filter((each) => !isEmailToCome(each)) : all;
    if (violations.length === 0 || violations.some(isFinal)) return violations;
    if (isOver()) return violations;
    await pause(COMPARE_EVERY_MS);
  }
}
