// Starts the parts of the shop from its settings, and stops them in reverse order.
import { mkdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { Hono } from 'hono';
import { accountPageRoutes } from './accounts/account-page.ts';
import { createAuth } from './accounts/auth.ts';
import type { Auth } from './accounts/auth.ts';
import { confirmationRoutes } from './accounts/confirm-email.ts';
import { createFindSession, signedInCookie } from './accounts/session.ts';
import { passwordRoutes } from './accounts/set-password.ts';
import { authRoutes } from './accounts/sign-in.ts';
import { signUpRoutes } from './accounts/sign-up.ts';
import { publishAvailability } from './state/availability.ts';
import type { createDesk } from '../desk/host.ts';
import { DEMO_OWNER, hasPeople, invite } from '../desk/door/people.ts';
import { createMailTransport } from './mail/transport.ts';
import { startMailWorker } from './mail/worker.ts';
import { createFindPicture } from './mail/write-email.ts';
import { countOpenDisputes } from './payments/disputes.ts';
import { countFlagged } from './payments/surplus.ts';
import { startMorningMail } from './orders/morning-mail.ts';
import { orderRoutes } from './orders/routes.ts';
import { startPaymentStandIn } from './payment-stand-in/stand-in.ts';
import { createRazorpayClient, livePaymentConfig } from './payments/razorpay.ts';
import { defaultTimes, startReconciler, testTimes } from './payments/reconcile.ts';
import { CALLBACK, paymentRoutes, WEBHOOK } from './payments/routes.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open.ts';
import { isLoopback } from './platform/environment.ts';
import { canStore } from './platform/files.ts';
import { createApi, healthRoutes } from './platform/http/api.ts';
import type { ServerEnv } from './platform/http/api.ts';
import { openLimitStore } from './platform/http/limit-store.ts';
import { createLimits } from './platform/http/limits.ts';
import { createPagePatches } from './platform/http/resource.ts';
import { listen } from './platform/http/server.ts';
import type { Listening } from './platform/http/server.ts';
import type { Logger } from './platform/log.ts';
import { createPseudonym, sessionSecret } from './platform/secrets.ts';
import { localOrigin } from './platform/settings.ts';
import type { Settings } from './platform/settings.ts';
import { privacyRoutes } from './privacy/delete-account.ts';
import { startSweeper } from './privacy/sweep-expired.ts';
import { createPictureProcess } from './reviews/pictures/picture-process.ts';
import { createPictureStore } from './reviews/pictures/picture-store.ts';
import { publishRatings } from './reviews/ratings.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { visitorKey } from './reviews/votes.ts';
import { countResponses, createFront } from './web/front.ts';
import { limitRules, sharedLimits } from './web/limit-rules.ts';
import { loadSite, namePayment } from './web/pages.ts';

export interface Shop {
  /** Its address on this machine. */
  address: string;
  /** The owner's desk, if there is one: its address, and in a demo the link that signs in, once. */
  desk: { origin: string; first: string | undefined } | undefined;
  /** Is not ready for the time that the settings name, then finishes the requests under way and stops within ten seconds. */
  stop(): Promise<void>;
}

interface ShopOptions {
  settings: Settings;
  clock: () => Date;
  log: Logger;
  /** The build's output, and that of the build before. */
  siteDirectory: string;
  previousDirectory?: string | undefined;
  /** Waits until no proxy sends requests any more. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

const REQUESTS_LIMIT_MS = 7_500;

/** Starts all parts. If one fails, stops those started before it and throws its error. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const running = new AsyncDisposableStack();
  try {
    const addresses = await startParts(options, running);
    return { ...addresses, stop: () => running.disposeAsync() };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

async function startParts(
  {
    settings,
    clock,
    log,
    siteDirectory,
    previousDirectory: previous,
    pause = waitFor,
  }: ShopOptions,
  running: AsyncDisposableStack,
): Promise<Pick<Shop, 'address' | 'desk'>> {
  const { dataDir, origins, origin, port, host, secure, trustedProxies } = settings;
  mkdirSync(dataDir, { recursive: true });

  const { db, kind, close: closeDatabase } = await openDatabase(settings.database);
  running.defer(closeDatabase);
  // Its process starts while this one prepares the rest.
  const paymentsAreStarting = startPayments(settings, log);
  // It may fail before it is awaited, which is no error that nobody expected.
  paymentsAreStarting.catch(() => undefined);
  running.defer(async () => {
    const payments = await paymentsAreStarting.catch(() => undefined);
    await payments?.stop();
  });
  const newer = await migrate(db, kind, clock);
  if (newer.length > 0)
    log.warn({ newer }, 'a newer version of the shop has migrated the database');
  const { reencode } = createPictureProcess({
    hidden: [dataDir, '/proc'],
    warn: (why) => log.warn(why),
  });
  const pictures = createPictureStore({ db, directory: dataDir, reencode });
  const secret = settings.sessionSecret ?? sessionSecret(dataDir);
  const auth = createAuth({ db, kind, log, origins, secret });

  const { payment, canPay, fetchWindow } = await paymentsAreStarting;
  const site = loadSite(siteDirectory, payment, { origin, secure, now: clock(), previous });
  await namePayment(site, payment);
  if (site.builtFor !== undefined && site.builtFor !== origin) {
    log.warn({ builtFor: site.builtFor, origin }, 'the pages name another address: run npm start');
  }

  const transport = createMailTransport({ ...settings.mail, directory: join(dataDir, 'mail') });
  running.defer(() => transport.close());
  const mailer = startMailWorker({
    db,
    kind,
    clock,
    log,
    transport,
    shop: settings.mail.shop,
    origin,
    desk: settings.deskLink,
    findPicture: createFindPicture(site.assets),
    // Only one process can open the embedded database.
    alone: kind === 'sqlite',
  });
  running.defer(() => mailer.stop());

  const provider = createRazorpayClient(payment);
  const { reconcileAfter } = settings;
  const reconciler = startReconciler({
    db,
    kind,
    clock,
    log,
    provider,
    mailer,
    times: reconcileAfter === undefined ? defaultTimes : testTimes(reconcileAfter),
  });
  running.defer(() => reconciler.stop());

  const sweeper = startSweeper({ db, clock, log });
  running.defer(() => sweeper.stop());

  const morning = startMorningMail({ db, clock, log, mailer, countFlagged, countOpenDisputes });
  running.defer(() => morning.stop());

  const pages = createPagePatches(site.pages);
  const ratings = publishRatings({ db, log, pages });
  running.defer(() => ratings.stop());
  const availability = publishAvailability({ db, clock, log, pages });
  running.defer(() => availability.stop());

  const { database } = settings;
  const store = database.kind === 'postgres' ? openLimitStore(database.url, secret) : undefined;
  if (store) running.defer(() => store.close());
  const openLimits = (scope: string) => {
    const limits = createLimits(limitRules);
    return store?.share(limits, { rules: limitRules, names: sharedLimits, scope }) ?? limits;
  };
  const common = {
    db,
    kind,
    clock,
    log,
    mailer,
    pictures,
    ratings,
    availability,
    pseudonym: createPseudonym(secret),
    trustedProxies,
    limits: openLimits('shop'),
    provider,
  };
  let isDraining = false;
  const api = createApp({
    ...common,
    isDraining: () => isDraining,
    auth,
    payment,
    canPay,
    canStore: () => canStore(dataDir),
    visitorKey: visitorKey(secret),
    origins,
  });
  const front = countResponses(createFront({ site, api, log, fetchWindow, secure, clock }), log);
  running.defer(() => front.stop());
  const listeners: Listening[] = [];
  // Concurrently: each may need its full time limit.
  running.defer(async () => {
    await Promise.all([
      ...listeners.map((each) => each.close(REQUESTS_LIMIT_MS)),
      reconciler.stop(),
      ratings.stop(),
      availability.stop(),
    ]);
  });
  listeners.push(
    await listen(front.listener, { port, host, origin, onMalformed: front.countMalformed }),
  );
  const isDemo = payment.demo;
  const desk = await startDesk(settings, {
    ...common,
    limits: openLimits('desk'),
    isDemo,
    secret,
    dataDir,
    assets: site.assets,
  });
  if (desk) listeners.push(desk.listening);
  // Runs first: a proxy that looks at /readyz sends its requests elsewhere before the shop stops to listen.
  running.defer(async () => {
    isDraining = true;
    await pause(settings.drain);
  });
  return { address: localOrigin(host, port), desk };
}

type DeskParts = Omit<Parameters<typeof createDesk>[0], 'origin'>;

/** Starts the owner's desk on a listener of its own, if there is one. Without, none of its code is loaded. */
async function startDesk({ desk, host }: Settings, parts: DeskParts) {
  if (desk === undefined) return undefined;
  const { promise: created, resolve } = Promise.withResolvers<RequestListener>();
  const respond: RequestListener = (request, response) =>
    void created.then((handle) => handle(request, response));
  const { port, origin } = desk;
  const listening = await listen(respond, { port, host, origin, portSetting: 'DESK_PORT' });
  const { createDesk: create } = await import('../desk/host.ts');
  resolve((await create({ ...parts, origin })).listener);
  const isOpen = parts.isDemo && isLoopback(new URL(origin)) && !(await hasPeople(parts.db));
  const first = isOpen ? await invite(parts.db, parts.clock(), DEMO_OWNER) : undefined;
  return { origin, first: first && origin + first, listening };
}

/** Returns the configuration of the live provider, or starts the payment stand-in and returns its. */
async function startPayments({ payments, dataDir, host, port }: Settings, log: Logger) {
  if (payments.mode === 'live') {
    const isReady = () => Promise.resolve(true);
    return { payment: livePaymentConfig(payments), canPay: isReady, stop: () => undefined };
  }
  const provider = await startPaymentStandIn({
    directory: join(dataDir, 'test-payments'),
    webhookUrl: `${localOrigin(host, port)}/payments/webhook`,
    log,
  });
  const { config, isReady, fetchWindow, stop } = provider;
  return { payment: config, canPay: isReady, fetchWindow, stop };
}

type PartsOf<Create extends (parts: never) => unknown> = Parameters<Create>[0];

/** What the API and its routes declare that they use. */
type AppParts = { auth: Auth } & Omit<PartsOf<typeof createApi>, 'findSession' | 'before'> &
  PartsOf<typeof healthRoutes> &
  PartsOf<typeof authRoutes> &
  PartsOf<typeof confirmationRoutes> &
  PartsOf<typeof accountPageRoutes> &
  PartsOf<typeof passwordRoutes> &
  PartsOf<typeof signUpRoutes> &
  PartsOf<typeof paymentRoutes> &
  PartsOf<typeof orderRoutes> &
  PartsOf<typeof privacyRoutes> &
  PartsOf<typeof reviewRoutes>;

/** Returns all API routes of the shop: `app.request()` handles a request without a socket. */
export function createApp(parts: AppParts): Hono<ServerEnv> {
  const app = createApi({
    ...parts,
    findSession: createFindSession(parts.auth),
    before: [signedInCookie],
    signedPaths: [CALLBACK, WEBHOOK],
  });
  app.route('/', healthRoutes(parts));
  app.route('/', authRoutes(parts));
  app.route('/', confirmationRoutes(parts));
  app.route('/', accountPageRoutes(parts));
  app.route('/', passwordRoutes(parts));
  app.route('/', signUpRoutes(parts));
  app.route('/', paymentRoutes(parts));
  app.route('/', orderRoutes(parts));
  app.route('/', privacyRoutes(parts));
  app.route('/', reviewRoutes(parts));
  return app;
}
