// Shoppers who order, and others who write reviews and look at pages, at a fixed rate. They repeat what the shop's pages repeat
// by themselves, and tap again, with the same key, where the page says so.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { photo } from '#support/server/review-files.ts';
import { listedProducts } from '../../src/shop/catalogue/catalogue.ts';
import { newPurchase } from '../races/shopper.ts';
import type { Purchase, Reply, Send } from '../races/shopper.ts';
import type { Site } from './site.ts';

/** The share of orders among orders and reviews. Beside them, a tenth as many page views. */
export const ORDERS = 17 / 20;
/** The page that confirms a payment waits 1, 2, 4 s and longer; a tap asks at once. */
const AGAIN_AFTER_MS = 1_000;
const GIVES_UP_AFTER_MS = 60_000;

const productIds = listedProducts.map(({ id }) => id);
/** A garland. */
const cart = { items: [{ productId: '3', selectedVersion: 'adult', quantity: 1 }] } as const;

/** What happened during a step. Times are in milliseconds. */
export interface Tally {
  /** When each order was acknowledged. */
  orders: number[];
  reviews: number;
  /** Responses of 500 and above, and requests without a response. */
  raw: number;
  /** Responses of 429. */
  limited: number;
  /** What pages show. */
  failures: string[];
}

export interface SavedReview {
  comment: string;
  images: string[];
}

/** What the shop has acknowledged since the beginning. */
export interface Acknowledged {
  purchases: Purchase[];
  reviews: SavedReview[];
}

const now = () => performance.now();

/**
 * Begins the load. The function that it returns ends it, and resolves once nobody waits for a response.
 * @param rate orders and reviews a second
 */
export function beginLoad(
  { origin, standIn, accounts, send: sendOnce }: Site,
  { purchases, reviews }: Acknowledged,
  rate: number,
) {
  const tally: Tally = { orders: [], reviews: 0, raw: 0, limited: 0, failures: [] };
  const underWay = new Set<Promise<void>>();
  const over = new AbortController();

  const send: Send = async (...request) => {
    const reply = await sendOnce(...request);
    if (reply === undefined || reply.status >= 500) tally.raw += 1;
    if (reply?.status === 429) tally.limited += 1;
    return reply;
  };

  /** Resolves to the response if it is a success. */
  async function attempt(what: string, act: () => Promise<Reply | undefined>, isShown = true) {
    const reply = await act();
    if (reply !== undefined && reply.status < 300) return reply;
    const message = String(reply?.body.detail ?? reply?.body ?? 'no response').slice(0, 60);
    if (isShown) tally.failures.push(`${what}: ${reply?.status ?? 0} ${message}`);
    return undefined;
  }

  /** Repeats a request until it succeeds. Resolves to whether it did. */
  async function insist(what: string, act: () => Promise<Reply | undefined>, isShown?: boolean) {
    for (const began = now(); now() < began + GIVES_UP_AFTER_MS; await pause(AGAIN_AFTER_MS)) {
      if (await attempt(what, act, isShown)) return true;
    }
    tally.failures.push(`${what}: given up`);
    return false;
  }

  const draw = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)];

  async function order(): Promise<void> {
    const purchase = newPurchase({ origin, standIn }, draw(accounts)!, cart, send);
    purchases.push(purchase);
    if (!(await insist('order', () => purchase.begin()))) return;
    await purchase.pay();
    // The page asks again by itself.
    if (await insist('confirmation', () => purchase.verify(), false)) tally.orders.push(now());
  }

  const picture = photo({ width: 400, height: 300 });
  async function review(): Promise<void> {
    const comment = randomUUID();
    const form = new FormData();
    const texts = { productId: draw(productIds)!, name: 'Kavya Raman', rating: '5', comment };
    for (const [field, text] of Object.entries(texts)) form.append(field, text);
    const blob = new Blob([new Uint8Array(await picture)], { type: 'image/jpeg' });
    form.append('images', blob, 'a.jpg');
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const sent = {
      from: draw(accounts)!,
      headers: { 'content-type': type, 'idempotency-key': comment },
      body: Buffer.from(await encoded.arrayBuffer()),
    };
    const saved = await attempt('review', () => send(origin, 'POST', '/reviews', sent));
    if (!saved) return;
    tally.reviews += 1;
    reviews.push({ comment, images: saved.body.images });
  }

  async function view(): Promise<void> {
    const [image] = draw(reviews)?.images ?? [];
    const [what, path] =
      image !== undefined && Math.random() < 0.5
        ? ['a picture', `/uploads/${image}`]
        : ['/home', '/home'];
    await attempt(what, () => send(origin, 'GET', path, { from: draw(accounts)! }));
  }

  /** Begins work so many times a second, whether or not earlier work has ended. */
  async function repeat(times: number, work: () => Promise<void>): Promise<void> {
    const start = now();
    for (let count = 1; !over.signal.aborted; count += 1) {
      const working = work().finally(() => underWay.delete(working));
      underWay.add(working);
      await pause(Math.max(0, start + (count * 1_000) / times - now()));
    }
  }

  const running = Promise.all([
    repeat(rate * ORDERS, order),
    repeat(rate * (1 - ORDERS), review),
    repeat(rate / 10, view),
  ]);
  running.catch(() => undefined);
  return async (): Promise<Tally> => {
    over.abort();
    await running;
    await Promise.all(underWay);
    return tally;
  };
}
