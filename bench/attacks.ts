// Strangers who attack a shop while others buy: each attack goes on, as fast as the shop responds, until it is
// ended. Runs in a process of `npm run load -- --attack <name>`.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { bombPng } from '#support/server/review-files.ts';
import type { Account } from '../tests/races/shopper.ts';
import { toRupees } from '../src/shop/money.ts';
import { quote } from '../src/shop/price.ts';
import type { LineRequest } from '../src/shop/price.ts';
import { deliveryTo } from '../tests/races/shopper.ts';

export interface Target {
  port: number;
  /** Accounts of the attackers. */
  accounts: readonly Account[];
  /** The addresses of the shoppers. An attacker behind the same router has the same. */
  addresses: readonly string[];
  /** The path of a large picture. */
  picture: string;
}

interface Attempt {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Goes on until its process is ended. */
type Attack = (target: Target) => Promise<void>;

/** Bytes that an attack sends in a second, at most. */
const LINE = 10_000_000;

/** Resolves once the line has room for more bytes. */
function createLine() {
  const began = performance.now();
  let sent = 0;
  return async (bytes: number) => {
    sent += bytes;
    const early = (sent / LINE) * 1_000 - (performance.now() - began);
    if (early > 0) await pause(early);
  };
}

/** Sends requests one after the other on each of `connections`. Responses are read and forgotten. */
async function flood(
  { port }: Target,
  connections: number,
  next: (turn: number) => Attempt,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const room = createLine();
  let turn = 0;
  const sender = async () => {
    for (;;) {
      const { method = 'POST', path, headers = {}, body = '' } = next(turn);
      turn += 1;
      await room(body.length + 300);
      await new Promise<void>((resolve) => {
        const to = { port, host: '127.0.0.1', method, path, headers, agent };
        const sent = request(to, (response) => response.resume().once('close', resolve));
        sent.once('error', () => resolve()).end(body);
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
}

/** Keeps `count` connections open, on each of which `bytes` are sent and nothing is read. */
async function hold(
  { port }: Target,
  count: number,
  bytes: (turn: number) => Uint8Array,
): Promise<void> {
  const sockets = new Set<Socket>();
  const room = createLine();
  for (let turn = 0; ; turn += 1) {
    if (sockets.size >= count) {
      await pause(5);
      continue;
    }
    const content = bytes(turn);
    await room(content.length);
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket)).pause();
    sockets.add(socket);
    socket.write(content);
  }
}

const head = (lines: readonly string[]) =>
  Buffer.from(`${lines.join('\r\n')}\r\nHost: shop\r\n\r\n`);
const json = { 'content-type': 'application/json' };
const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length]!;
const as = ({ cookie, address }: Account) => ({ cookie, 'x-forwarded-for': address });
/** An address in one of the 65,536 /64 of one /48. */
const household = (turn: number) => `2001:db8:7:${(turn % 65_536).toString(16)}::1`;

function form(fields: Record<string, string>, file: Uint8Array): { type: string; body: Buffer } {
  const boundary = randomBytes(12).toString('hex');
  const part = (name: string, rest = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n`;
  const texts = Object.entries(fields).map(([name, text]) => `${part(name)}\r\n${text}\r\n`);
  const start = part('images', '; filename="a.png"');
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${texts.join('')}${start}Content-Type: image/png\r\n\r\n`),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

const review = { productId: '3', rating: '5', name: 'Kavya', comment: 'Lovely' };

function order({ email }: Account, lines: number, couponCode?: string): string {
  const line: LineRequest = { productId: '3', selectedVersion: 'kids', quantity: 1 };
  const items = Array.from({ length: lines }, () => line);
  const priced = quote(items);
  if (!priced.ok) throw new Error(`this cart cannot be sold: ${priced.message}`);
  const totalAmount = toRupees(priced.quote.amount);
  const delivery = deliveryTo(email);
  return JSON.stringify({ totalAmount, items, ...(couponCode && { couponCode }), delivery });
}

/** By the name that the command line has for it. */
export const attacks = {
  /** Two hundred connections with a thousand requests of a picture each, none of which is read. */
  pipelined: (target) => {
    const one = head([`GET ${target.picture} HTTP/1.1`]);
    const content = Buffer.concat(Array.from({ length: 1_000 }, () => one));
    return hold(target, 200, () => content);
  },
  /** A picture each for 2,500 who do not read it. */
  readers: (target) => {
    const content = (turn: number) =>
      head([`GET ${target.picture} HTTP/1.1`, `X-Forwarded-For: ${household(turn)}`]);
    return hold(target, 2_500, content);
  },
  /** Three thousand webhooks that lack their last byte. */
  bodies: (target) => {
    const size = 249_000;
    const body = Buffer.alloc(size - 1, ' ');
    const content = (turn: number) =>
      Buffer.concat([
        head([
          'POST /payments/webhook HTTP/1.1',
          `X-Forwarded-For: ${household(turn)}`,
          'Content-Type: application/json',
          `Content-Length: ${size}`,
        ]),
        body,
      ]);
    return hold(target, 3_000, content);
  },
  /** Sixty review forms of a hundred long texts that do not end. */
  forms: (target) => {
    const text = 'x'.repeat(60_000);
    const texts = Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`text${at}`, text]));
    const { type, body } = form(texts, Buffer.alloc(100));
    return hold(target, 60, (turn) => {
      const { cookie, address } = pick(target.accounts, turn);
      const lines = [
        'POST /reviews HTTP/1.1',
        `X-Forwarded-For: ${address}`,
        `Cookie: ${cookie}`,
        `Content-Type: ${type}`,
        `Content-Length: ${body.length + 1}`,
      ];
      return Buffer.concat([head(lines), body]);
    });
  },
  /** Writes to paths that do not exist, from the shoppers' own addresses. */
  paths: (target) =>
    flood(target, 50, (turn) => ({
      path: `/payments/no-such-${turn}`,
      headers: { ...json, 'x-forwarded-for': pick(target.addresses, turn) },
      body: '{}',
    })),
  /** Invalid coupons, from the shoppers' own addresses. */
  coupons: (target) =>
    flood(target, 20, (turn) => {
      const account = pick(target.accounts, turn);
      const headers = { ...json, ...as(account), 'x-forwarded-for': pick(target.addresses, turn) };
      return { path: '/payments/orders', headers, body: order(account, 1, `NO${turn}`) };
    }),
  /** Guesses of a password from the households of one network. */
  guesses: (target) =>
    flood(target, 60, (turn) => ({
      path: '/api/auth/sign-in/email',
      headers: { ...json, 'x-forwarded-for': household(turn) },
      body: JSON.stringify({
        email: `someone${turn % 500}@shopper.example`,
        password: `no-${turn}`,
      }),
    })),
  /** Votes with long ids of reviews. */
  ids: (target) =>
    flood(target, 20, (turn) => ({
      path: `/reviews/${turn}${'x'.repeat(12_000)}/helpful`,
      headers: { 'x-forwarded-for': household(turn) },
    })),
  /** E-mails with a link to addresses that have no account, or a foreign one. */
  links: (target) =>
    flood(target, 20, (turn) => ({
      path: '/api/auth/request-password-reset',
      headers: { ...json, 'x-forwarded-for': household(turn) },
      body: JSON.stringify({ email: pick(target.accounts, turn).email, redirectTo: '/' }),
    })),
  /** Ten pictures of few bytes and 24,000,000 points at a time, from one account. */
  bombs: (target) => {
    const bomb = bombPng({ width: 1, height: 24_000_000 });
    const { type, body } = form(review, bomb);
    const headers = { ...as(pick(target.accounts, 0)), 'content-type': type };
    return flood(target, 10, () => ({ path: '/reviews', headers, body }));
  },
  /** Orders of eight hundred lines that are never paid. */
  carts: (target) =>
    flood(target, 10, (turn) => {
      const account = pick(target.accounts, turn);
      const headers = { ...json, ...as(account), 'idempotency-key': `cart-${turn}` };
      return { path: '/payments/orders', headers, body: order(account, 800) };
    }),
  /** Whole lists and searches of reviews. */
  lists: (target) =>
    flood(target, 20, (turn) => ({
      method: 'GET',
      path: turn % 2 === 0 ? '/reviews' : `/reviews?page=1&q=bride${turn}`,
      headers: { 'x-forwarded-for': household(turn) },
    })),
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;

export interface Assault {
  name: AttackName;
  target: Target;
}

if (process.send && import.meta.main) {
  const [{ name, target }] = (await once(process, 'message')) as [Assault];
  process.send('begun');
  process.once('disconnect', () => process.exit());
  await attacks[name](target);
}
