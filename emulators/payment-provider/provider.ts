// The composed stand-in: ledger, API, window and webhooks behind one loopback port, its controls behind another.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Settings } from './arguments.ts';
import { controlRoutes } from './control.ts';
import { faultName, injectHttpFaults } from './faults.ts';
import { createApp } from './http.ts';
import { openLedger } from './ledger.ts';
import type { Parts } from './pay.ts';
import { restRoutes } from './rest.ts';
import { postTo, startCourier } from './webhooks.ts';
import { windowRoutes } from './window.ts';

export interface RunningProvider {
  readonly port: number;
  readonly controlPort: number;
  /**
   * Serves a request of the window or for its files without a connection, for a shop in the same process.
   * Rejects when a fault cuts the connection.
   */
  fetchWindow(request: Request): Promise<Response>;
  /** Ends requests and deliveries under way and closes the ledger, with its undelivered webhooks. */
  stop(): Promise<void>;
}

/** How long a stop waits for requests under way, in milliseconds; then their connections are cut. */
const requestsEndWithin = 500;

/** Opens the ledger, resumes its undelivered webhooks, and listens. `report` gets the errors of the stand-in itself. */
export async function startProvider(
  settings: Settings,
  report: (error: unknown) => void,
): Promise<RunningProvider> {
  const keys = {
    keyId: settings['key-id'],
    keySecret: settings.PAYMENT_KEY_SECRET,
    webhookSecret: settings.PAYMENT_WEBHOOK_SECRET,
  };
  const ledger = openLedger(settings.data);
  const clock = () => new Date();
  const parts: Parts = { ledger, clock, onEvents: () => courier.kick() };
  const base = settings['public-base'];
  const address = { base, shop: settings['shop-origin'] };
  const app = createApp(report);
  app.use(injectHttpFaults(ledger, base));
  app.route('/', restRoutes(parts, keys)).route(base, windowRoutes(parts, keys, address));
  const faultNames = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map((route) => faultName(route, base));
  const controlSecret = settings.PAYMENT_CONTROL_SECRET;
  const controls = createApp(report).route(
    '/',
    controlRoutes(parts, { ...keys, controlSecret, faultNames }),
  );
  // The process may be a shop's, with globals of its own.
  const options = { overrideGlobalObjects: false };
  const server = createServer(getRequestListener(app.fetch, options));
  const controlServer = createServer(getRequestListener(controls.fetch, options));
  const courier = startCourier({
    ledger,
    clock,
    post: postTo(settings['webhook-url']),
    webhookSecret: keys.webhookSecret,
    report,
  });

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    await Promise.all([close(server), close(controlServer), courier.stop()]);
    ledger.close();
  }

  return {
    port: await listen(server, settings.port),
    controlPort: await listen(controlServer, settings['control-port']),
    fetchWindow: (request) =>
      new Promise((resolve, reject) => {
        const incoming = { url: new URL(request.url).pathname };
        const outgoing = { destroy: () => reject(new Error('a fault has cut the connection')) };
        void Promise.resolve(app.fetch(request, { incoming, outgoing })).then(resolve, reject);
      }),
    stop: () => (stopped ??= stop()),
  };
}

/** Listens on loopback; resolves to the port. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), requestsEndWithin);
  await closed;
  clearTimeout(timer);
}
