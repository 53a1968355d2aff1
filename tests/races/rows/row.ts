// A row of the fault matrix (docs/fault-matrix.md) as a test: what happens, and what must come of it. The
// same rows run in every kind of world.
import { expect } from 'vitest';
import type { Violation } from '../ledger.ts';
import { CONVERGES_WITHIN_MS, converge } from '../play.ts';
import { newPurchase } from '../shopper.ts';
import type { Account, Cart, Purchase } from '../shopper.ts';
import type { World } from '../world.ts';

export interface Row {
  name: string;
  run(stage: Stage): Promise<void>;
  /** Where it can happen at all; everywhere without it. */
  on?: (world: { kind: World['kind']; shops: number }) => boolean;
}

/** A world with accounts in it. Rows follow one another in it, and each leaves it healed. */
export interface Stage {
  world: World;
  accounts: readonly Account[];
  /** Begins to buy, by the next account in turn. */
  purchase(cart?: Cart): Purchase;
  /** Begins to buy and is given a payment order. */
  begun(cart?: Cart): Promise<Purchase>;
  /** Buys, pays, and stops there, as a tab that is closed does. */
  paid(how?: Record<string, unknown>): Promise<Purchase>;
}

export const oneGarland: Cart = {
  items: [{ productId: '3', selectedVersion: 'adult', quantity: 1 }],
};

/** Sets the stage. */
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

/** All agrees, soon: what was captured, recorded, told and mailed, down to zero differences. */
export async function expectAgreement(
  { world }: Stage,
  purchases: readonly Purchase[],
  { calm = false, lettersLater = false } = {},
): Promise<void> {
  const deadline = performance.now() + CONVERGES_WITHIN_MS;
  const isOver = () => performance.now() > deadline;
  const violations = await converge(world, purchases, { calm, isOver, lettersLater });
  expectNone(world, violations);
}

/** No difference; if there is one, with what the shops had to say. */
export function expectNone(world: World, violations: readonly Violation[]): void {
  const log = violations.length > 0 ? world.log() : '';
  expect({ violations, log }).toEqual({ violations: [], log: '' });
}

/** The orders recorded for this purchase: one if it was paid, none if not. */
export async function ordersOf({ world }: Stage, purchase: Purchase) {
  return world.books.orders([...purchase.memory.paymentOrders]);
}

export async function attemptOf({ world }: Stage, purchase: Purchase) {
  const [attempt] = await world.books.attempts([...purchase.memory.paymentOrders]);
  return attempt;
}

/** Nothing is recorded for it, and nobody was told of an order. */
export async function expectNoOrder(stage: Stage, purchase: Purchase): Promise<void> {
  expect(await ordersOf(stage, purchase)).toEqual([]);
  expect([...purchase.memory.orders]).toEqual([]);
}

/** How often the shops have logged this. */
export function timesLogged({ shops }: World, message: string): number {
  return shops.reduce((sum, shop) => sum + shop.log().split(message).length - 1, 0);
}

/** Sends the same thing so many times at once. */
export function atOnce<T>(times: number, send: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, i) => send(i)));
}
