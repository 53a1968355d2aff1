// Runs schedules one after another in one world. Then it waits for every webhook and audits the world: the whole ledger
// against all books.
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCluster } from '#support/databases/postgres.ts';
import { compareNow } from './ledger.ts';
import type { Violation } from './ledger.ts';
import { openOwner } from './owner.ts';
import { COMPARE_EVERY_MS, converge, play } from './play.ts';
import type { Played } from './play.ts';
import { scheduleOf } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import { call, openAccounts } from './shopper.ts';
import type { Account, Purchase } from './shopper.ts';
import type { Ledger } from '#support/payments/stand-in-client.ts';
import { startWorld } from './world.ts';
import type { World } from './world.ts';

interface RaceOptions {
  seeds: readonly number[];
  shops: 1 | 2;
  cluster?: PostgresCluster | undefined;
  /** Called for each schedule without violations. */
  onPlayed?: (played: Played, milliseconds: number) => void;
  onAudited?: (ledger: Ledger) => void;
  /** Returns whether to stop before the next schedule. */
  isOver?: () => boolean;
}

export const ACCOUNTS = 6;
/** Soon enough to converge in time, late enough that most payments are confirmed without the reconciler. */
const RECONCILE_AFTER_MS = 2_000;
const DELIVERED_WITHIN_MS = 120_000;

/** Runs schedules in one world. Resolves to their number. Rejects at the first violation. */
export async function race(options: RaceOptions): Promise<number> {
  const { seeds, shops, cluster } = options;
  await using running = new AsyncDisposableStack();
  const world = await startWorld({ shops, cluster, reconcileAfter: RECONCILE_AFTER_MS });
  running.defer(() => world.close());
  const accounts = await openAccounts(world, ACCOUNTS);
  const owner = running.use(openOwner(world));
  const setting = { kind: world.kind, shops, accounts: ACCOUNTS };
  const seedOf = new Map<Purchase, number>();

  for (const seed of seeds) {
    if (options.isOver?.()) return seeds.indexOf(seed);
    const schedule = scheduleOf(seed, setting);
    const began = performance.now();
    const played = await play(world, schedule, accounts, owner).catch((error: unknown) => {
      throw lost(world, seed, [], { schedule, error });
    });
    if (played.violations.length > 0) throw lost(world, seed, played.violations, { schedule });
    for (const purchase of played.purchases) seedOf.set(purchase, seed);
    options.onPlayed?.(played, performance.now() - began);
  }
  const { ledger, violations } = await audit(world, accounts, [...seedOf.keys()]);
  options.onAudited?.(ledger);
  if (violations.length > 0) {
    const { paymentOrder = '' } = violations[0]!;
    const [, seed = seeds[0]!] =
      [...seedOf].find(([own]) => [own.memory.key, own.paymentOrder].includes(paymentOrder)) ?? [];
    throw lost(world, seed, violations, { after: `the audit of the world of ${seeds[0]}` });
  }
  return seeds.length;
}

/** Compares everything once every pending webhook has been delivered. */
export async function audit(
  world: World,
  accounts: readonly Account[],
  purchases: readonly Purchase[],
): Promise<{ ledger: Ledger; violations: Violation[] }> {
  const { origin, standIn, books } = world;
  const deadline = performance.now() + DELIVERED_WITHIN_MS;
  let ledger = await standIn.ledger();
  while (ledger.webhooks.some(({ state }) => state === 'pending')) {
    if (performance.now() > deadline) throw new Error('a webhook is still not taken');
    await pause(COMPARE_EVERY_MS);
    ledger = await standIn.ledger();
  }
  await world.outlivePauses();
  // An authorised payment may have been captured after its schedule.
  const violations = await converge(world, purchases, { isWhole: true });
  const [orders, events] = [await books.orders(), await books.events()];
  const receipts = new Set((await books.attempts()).map(({ receipt }) => receipt));
  for (const { id, receipt } of ledger.orders.filter((order) => !receipts.has(order.receipt))) {
    const what = `${id} at the provider, for no attempt`;
    violations.push({ kind: 'refused and stored', what, paymentOrder: receipt });
  }
  for (const account of accounts) {
    const reply = await call(origin, 'GET', `/orders/${account.email}`, { from: account });
    const rows: { [member: string]: unknown; events?: unknown[] }[] =
      reply?.status === 200 ? reply.body : [];
    for (const { id, email, provider_order_id: paymentOrder } of orders) {
      if (email !== account.email) continue;
      const happened = events.filter((event) => event.order_id === id).length;
      const shown = rows.find((row) => row['_id'] === id);
      const listed = shown ? (shown.events ?? []).length : 'nothing';
      if (listed === happened) continue;
      const what = `${id} has ${happened} events and shows ${listed}`;
      violations.push({ kind: 'acknowledged and lost', what, paymentOrder });
    }
  }
  return { ledger, violations };
}

/** Resolves to the violations between the whole ledger and all books. */
export const compareAll = (
  world: Parameters<typeof compareNow>[0],
  purchases: readonly Purchase[] = [],
) => compareNow(world, purchases);

function lost(
  world: World,
  seed: number,
  violations: readonly Violation[],
  more: { schedule?: Schedule; after?: string; error?: unknown },
): Error {
  const { schedule, after = 'its schedule', error } = more;
  const lines = [
    `Seed ${seed} on ${world.kind} with ${world.shops.length} shop(s) lost after ${after}.`,
    `Again: npm run races -- --database ${world.kind} --seed ${seed} --schedules 1`,
    ...violations.map(({ kind, what, paymentOrder }) => `  ${kind}: ${what} (${paymentOrder})`),
    ...(schedule ? [JSON.stringify(schedule)] : []),
    world.log(),
  ];
  return new Error(lines.join('\n'), { cause: error });
}
