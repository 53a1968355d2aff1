// Defines a row of the fault matrix (docs/fault-matrix.md) as a test, and the helpers of all rows. The same rows run in
// every kind of world.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startPostgres } from '#support/databases/postgres.ts';
import { COMPARE_EVERY_MS, CONVERGES_WITHIN_MS, converge } from '../play.ts';
import { audit, compareAll } from '../race.ts';
import { newPurchase, openAccounts } from '../shopper.ts';
import type { Account, Cart, Purchase } from '../shopper.ts';
import { startWorld } from '../world.ts';
import type { World, WorldOptions } from '../world.ts';

export interface Row {
  name: string;
  run(stage: Stage): Promise<void>;
  /** The databases on which it is part of `npm test`. `npm run test:all` has every row on both. */
  always?: readonly World['kind'][];
  /** Whether the fault can happen in this world, by default in every one. */
  on?: (world: { kind: World['kind']; shops: number }) => boolean;
}

export const oneGarland: Cart = {
  items: [{ productId: '3', selectedVersion: 'adult', quantity: 1 }],
};

/** A world with accounts. Rows run in it one after another, and it is healed after each. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

interface StageOptions extends Omit<WorldOptions, 'cluster'> {
  accounts?: number;
  /** Whether every commit survives a crash of PostgreSQL. */
  isDurable?: boolean;
}

/**
 * Starts a world on one of the databases.
 * @param defer registers what ends it
 */
export async function openStage(
  defer: (end: () => Promise<void>) => void,
  kind: World['kind'],
  { accounts: count = 2, isDurable = false, ...options }: StageOptions = {},
) {
  const cluster = kind === 'postgres' ? await startPostgres({ isDurable }) : undefined;
  if (cluster) defer(() => cluster.stop());
  const world = await startWorld({ ...options, cluster });
  defer(() => world.close());
  const accounts: readonly Account[] = await openAccounts(world, count);
  let turn = 0;
  /** Creates a purchase for the next account in turn. */
  function purchase(): Purchase {
    turn += 1;
    return newPurchase(world, accounts[turn % accounts.length]!, oneGarland);
  }
  /** Creates a purchase that has a payment order. */
  async function begun(): Promise<Purchase> {
    const own = purchase();
    expect(await own.begin()).toMatchObject({ status: 200 });
    return own;
  }
  /** Creates a purchase, pays it and stops, like a shopper who closes the tab. */
  async function paid(): Promise<Purchase> {
    const own = await begun();
    await own.pay();
    return own;
  }
  return { world, accounts, purchase, begun, paid };
}

/** Opens a stage for the tests of a block. Returns a function that returns it. */
export function stageOfBlock(open: (defer: Parameters<typeof openStage>[0]) => Promise<Stage>) {
  let stage: Stage;
  const running = new AsyncDisposableStack();
  beforeAll(async () => void (stage = await open((end) => running.defer(end))));
  afterEach(() => stage.world.heal());
  afterAll(() => running.disposeAsync());
  return () => stage;
}

/** Resolves when no e-mail is due, so that the next one is that of the row. */
export async function untilAllSent({ world }: Stage): Promise<void> {
  const timing = { timeout: CONVERGES_WITHIN_MS, interval: COMPARE_EVERY_MS };
  await expect.poll(() => compareAll(world), timing).toEqual([]);
}

/** Expects in the end that the whole ledger agrees with all books, and that every e-mail was delivered. */
export async function expectAudit({ world, accounts }: Stage) {
  const { ledger, violations } = await audit(world, accounts, []);
  expect(violations).toEqual([]);
  return ledger;
}

/** Expects that what was captured, recorded, returned and e-mailed soon agrees, without any violation. */
export async function expectAgreement(
  { world }: Stage,
  purchases: readonly Purchase[],
  options: { calm?: boolean; emailsLater?: boolean } = {},
): Promise<void> {
  const violations = await converge(world, purchases, options);
  const log = violations.length > 0 ? world.log() : '';
  expect({ violations, log }).toEqual({ violations: [], log: '' });
}

/** Resolves to the orders of this purchase: one if it was paid, otherwise none. */
export async function ordersOf({ world }: Stage, purchase: Purchase) {
  return world.books.orders([...purchase.memory.paymentOrders]);
}

export async function attemptOf({ world }: Stage, purchase: Purchase) {
  const [attempt] = await world.books.attempts([...purchase.memory.paymentOrders]);
  return attempt;
}

/** Expects that no order was recorded or returned to the shopper. */
export async function expectNoOrder(stage: Stage, purchase: Purchase): Promise<void> {
  expect(await ordersOf(stage, purchase)).toEqual([]);
  expect([...purchase.memory.orders]).toEqual([]);
}

/** Sends all requests at once. The first one is another for each `turn`. */
export function sendInTurn(turn: number, sends: readonly (() => Promise<unknown>)[]) {
  const first = turn % sends.length;
  return Promise.all([...sends.slice(first), ...sends.slice(0, first)].map((send) => send()));
}
