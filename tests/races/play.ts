// Plays one schedule in a world. All shoppers buy at once while faults happen. Then the world is healed, and the books must
// agree within a time limit.
import { setTimeout as pause } from 'node:timers/promises';
import { alwaysOpen, whyNotForSale } from '../../src/shop/availability.ts';
import { dayInIndia } from '../../src/shop/dates.ts';
import { compareNow, compareState, isFinal, isEmailToCome, storedForNothing } from './ledger.ts';
import type { Violation } from './ledger.ts';
import { PART } from './owner.ts';
import type { AvailabilityForm, Owner } from './owner.ts';
import { atOnce, newPurchase } from './shopper.ts';
import type { Account, Cart, Purchase, Reply } from './shopper.ts';
import type { Course, Disturbance, Plan, Schedule } from './schedule.ts';
import { NEXT_WEBHOOK_SECRET } from './world.ts';
import type { World } from './world.ts';

export type Played = Awaited<ReturnType<typeof play>>;

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
) {
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
    return { plan, purchase: newPurchase(world, accounts[plan.account]!, plan.cart) };
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
  const acts = purchases.flatMap(({ memory }) => [...memory.acts.values()]);
  if (form) {
    const { account, cart } = schedule.plans[0]!;
    const late = newPurchase(world, accounts[account]!, cart);
    purchases.push(late);
    const opening = owner.drawAvailability(alwaysOpen);
    wrong.push(...(await sellAgain(world, late, cart, [form, opening])));
    acts.push(...form.told.values(), ...opening.told.values());
  }
  const calm = disturbances.length === 0;
  const violations = [...wrong, ...(await converge(world, purchases, { calm, since: healed }))];
  return {
    purchases,
    violations,
    /** What the desk acknowledged. */
    acts,
    /** Milliseconds from healing the world until everything agreed. */
    convergedAfter: now() - healed,
    /** What happened, by kind. A scheduled moment may never come. */
    disturbances,
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
  const shop = world.shops[disturbance.shop]!;
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
  for (const how of payments[plan.course]) await purchase.pay(how);
  if (plan.late === 'soon') await changeLate(plan, purchase);
  const patiently = (send: () => Promise<Reply | undefined>) =>
    insist(world, async () => [await send()]);
  await Promise.all([
    atOnce(plan.verifies, (i) =>
      patiently(() => (i % 2 === 0 ? purchase.verify() : purchase.comeBack())),
    ),
    atOnce(plan.asks, () => patiently(() => purchase.ask())),
  ]);
}

/** What is paid on each course, in this order. */
const payments: Record<Course, readonly Record<string, unknown>[]> = {
  pays: [{}],
  'pays twice': [{}, { again: true }],
  'pays another amount': [{ amount: 100 }],
  'pays and gets it back': [{}],
  'is blocked, not captured': [{ outcome: 'authorized' }],
  fails: [{ outcome: 'failure' }],
  'fails, then pays again': [{ outcome: 'failure' }, {}],
  'fails, then is captured late': [{ outcome: 'failure' }],
  'hangs, then is captured late': [{ outcome: 'pending' }],
  'walks away': [],
};

/** What happens to the payment later, at the bank and in the provider's dashboard. The owner refunds other amounts. */
async function changeLate({ course, partBack }: Plan, purchase: Purchase): Promise<void> {
  if (course.endsWith('captured late')) await purchase.settleLate();
  if (course === 'pays and gets it back') await purchase.giveBack();
  // If the payment is the only one.
  if (partBack && /^pays$|again$|late$/.test(course)) await purchase.giveBack(PART / 2);
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
  if (plan.late === 'after healing') await changeLate(plan, purchase);
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

/** Waits for the moments, but not once nothing more will happen. */
async function goOn(
  world: World,
  purchases: readonly Purchase[],
  isOver: () => boolean,
): Promise<void> {
  const until = now() + LEFT_ALONE_MS;
  const isEnough = () => isOver() || now() > until;
  // During faults a comparison may fail, and its violations do not count yet.
  await converge(world, purchases, { isOver: isEnough }).catch(() => undefined);
}

interface ConvergeOptions {
  /** Whether nothing disturbed the delivery of e-mails: then each must arrive exactly once, not at least once. */
  calm?: boolean;
  /** Whether nothing more needs to be waited for. */
  isOver?: () => boolean;
  /** When the time began to count. */
  since?: number;
  /** Whether to leave out e-mails, which are compared at the very end. */
  emailsLater?: boolean;
  /** Whether to compare all payments, not only those of the purchases. */
  isWhole?: boolean;
}

/** Compares until everything agrees, a violation is final, or the time is up. Resolves to the violations. */
export async function converge(
  world: World,
  purchases: readonly Purchase[],
  { calm = false, isOver, since = now(), emailsLater, isWhole }: ConvergeOptions = {},
): Promise<Violation[]> {
  const own = purchases.flatMap(({ memory }) => [...memory.paymentOrders]);
  for (;;) {
    const all = await compareNow(world, purchases, {
      calm,
      ...(!isWhole && { paymentOrders: own }),
    });
    const violations = emailsLater ? all.filter((each) => !isEmailToCome(each)) : all;
    if (violations.length === 0 || violations.some(isFinal)) return violations;
    if (isOver?.() || now() > since + CONVERGES_WITHIN_MS) return violations;
    await pause(COMPARE_EVERY_MS);
  }
}
