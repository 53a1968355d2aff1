// Defines a row of the fault matrix (docs/fault-matrix.md) as a test, and the helpers of all rows. The same rows run in
// every kind of world.
import { expect } from 'vitest';
import type { Violation } from '../ledger.ts';
import { CONVERGES_WITHIN_MS, converge } from '../play.ts';
import { newPurchase } from '../shopper.ts';
import type { Account, Cart, Purchase } from '../shopper.ts';
import type { World } from '../world.ts';

export interface Row {
  name: string;
  run(stage: Stage): Promise<void>;
  /** The databases on which it is part of `npm test`. `npm run test:all` has every row on both. */
  always?: readonly World['kind'][];
  /** Whether the fault can happen in this world, by default in every one. */
  on?: (world: { kind: World['kind']; shops: number }) => boolean;
}

/** A world with accounts. Rows run in it one after another, and it is healed after each. */
export interface Stage {
  world: World;
  accounts: readonly Account[];
  /** Creates a purchase for the next account in turn. */
  purchase(cart?: Cart): Purchase;
  /** Creates a purchase that has a payment order. */
  begun(cart?: Cart): Promise<Purchase>;
  /** Creates a purchase, pays it and stops, like a shopper who closes the tab. */
  paid(how?: Record<string, unknown>): Promise<Purchase>;
}

export const oneGarland: Cart = {
  items: [{ productId: '3', selectedVersion: 'adult', quantity: 1 }],
};

export function stageOf(world: World, accounts: readonly Account[]): Stage {
  let turn = 0;
  const stage: Stage = {
    world,
    accounts,
    purchase(cart = oneGarland) {
      turn += 1;
      return newPurchase(world, accounts[turn % accounts.length]!, cart);
    },
    async begun(cart) {
      const purchase = stage.purchase(cart);
      expect(await purchase.begin()).toMatchObject({ status: 200 });
      return purchase;
    },
    async paid(how) {
      const purchase = await stage.begun();
      await purchase.pay(how);
      return purchase;
    },
  };
  return stage;
}

/** Expects that what was captured, recorded, returned and e-mailed soon agrees, without any violation. */
export async function expectAgreement(
  { world }: Stage,
  purchases: readonly Purchase[],
  { calm = false, emailsLater = false } = {},
): Promise<void> {
  const deadline = performance.now() + CONVERGES_WITHIN_MS;
  const isOver = () => performance.now() > deadline;
  const violations = await converge(world, purchases, { calm, isOver, emailsLater });
  expectNone(world, violations);
}

/** Expects no violations. The message of a failure includes the shops' logs. */
export function expectNone(world: World, violations: readonly Violation[]): void {
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

/** Calls `send` `times` times at once. */
export function atOnce<T>(times: number, send: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, i) => send(i)));
}
