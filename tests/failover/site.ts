// The shop on several machines, all of it real processes on loopback: HAProxy with deploy/haproxy.cfg, two shops, PostgreSQL
// with a synchronous standby, one payment stand-in and one mail server for both shops.
import { Agent } from 'node:https';
import { freePort } from '#support/free-port.ts';
import { standInEnv } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import { startHaproxy } from '#support/server/proxy.ts';
import { startRealShop } from '#support/shop.ts';
import { openMailbox } from '../races/mailbox.ts';
import { openAccounts } from '../races/shopper.ts';
import type { Send } from '../races/shopper.ts';
import { supervise } from '../races/supervisor.ts';
import type { SupervisedShop } from '../races/supervisor.ts';
import { emailName } from '../races/world.ts';
import { openMachines } from './machines.ts';

/** Each in a network of its own, and enough of them that no limit of honest shoppers is met. */
const ACCOUNTS = 120;
const RECONCILE_AFTER_MS = 3_000;
/** Longer than the shop may ever take. */
const PATIENCE_MS = 20_000;
/** Shorter than the proxy stores a connection that nobody uses. */
const IDLE_MS = 30_000;
const LOG_LINES = 20;
/** An error's message and not its stack. */
const LOG_WIDTH = 250;

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts everything. `stack` ends it. */
export async function openSite(stack: AsyncDisposableStack) {
  const machines = await openMachines(stack);
  const mailbox = stack.adopt(await openMailbox(), (opened) => opened.close());
  const ports = [await freePort(), await freePort()];
  const [SHOP_A = '', SHOP_B = ''] = ports.map((port) => `127.0.0.1:${port}`);
  const haproxy = await startHaproxy({ SITE: 'localhost', SHOP_A, SHOP_B });
  stack.defer(() => haproxy.stop());
  const host = `localhost:${haproxy.httpsPort}`;
  const origin = `https://${host}`;
  const trusted = { NODE_EXTRA_CA_CERTS: haproxy.authorityFile };
  const standIn = await startStandIn(`${origin}/payments/webhook`, undefined, [], trusted);
  stack.defer(() => standIn.stop());
  const shops: SupervisedShop[] = [];
  for (const port of ports) {
    const shop = await startRealShop({
      ...standInEnv(`http://127.0.0.1:${standIn.port}`),
      RECONCILE_AFTER_MS: String(RECONCILE_AFTER_MS),
      PORT: String(port),
      ORIGIN: origin,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      // As in deploy/several/shops.conf.
      DRAIN_MS: '3000',
      DATABASE_URL: machines.url,
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    });
    shops.push(stack.adopt(supervise(shop), (supervised) => supervised.remove()));
  }
  const database = { kind: 'postgres', url: machines.primary.url } as const;
  const opened = await openAccounts({ database, origin }, ACCOUNTS);
  const accounts = opened.map((account, i) => ({ ...account, address: `127.0.${i + 1}.1` }));

  /** One connection for each address, as a browser has. */
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  stack.defer(() => agent.destroy());
  const send: Send = async (_, method, path, { body, headers, from } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Buffer;
    try {
      const response = await haproxy.ask('https', path, {
        method,
        site: 'localhost',
        agent,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          host,
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...(from && { cookie: from.cookie }),
          ...headers,
        },
        ...(from && { from: from.address }),
        ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
      });
      const isJson = /^application\/(?:problem\+)?json/.test(
        response.headers['content-type'] ?? '',
      );
      return {
        status: response.status,
        body: isJson ? JSON.parse(response.text) : response.text,
        headers: new Headers({ location: response.headers.location ?? '' }),
      };
    } catch {
      return undefined;
    }
  };

  return {
    origin,
    machines,
    haproxy,
    shops,
    standIn,
    accounts,
    send,
    mailbox,
    /** Returns how often the e-mail with this outbox key arrived. */
    deliveries: (key: string) => mailbox.taken.get(emailName(key)) ?? 0,
    /** Returns the last lines of each shop's log. */
    log: () =>
      shops
        .flatMap((shop, i) => {
          const lines = shop.log().trimEnd().split('\n').slice(-LOG_LINES);
          return lines.map((line) => `shop ${i}: ${line.slice(0, LOG_WIDTH)}`);
        })
        .join('\n'),
  };
}
