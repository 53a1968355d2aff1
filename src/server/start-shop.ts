// Starts the parts of the shop from its settings, and stops them in reverse order.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Auth } from './accounts/auth.ts';
import { createFindSession, signedInCookie } from './accounts/session.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { DatabaseKind } from './platform/database/open.ts';
import type { Database } from './platform/database/schema.ts';
import type { Limits } from './platform/http/limits.ts';
import type { Pseudonym } from './platform/secrets.ts';
import type { PaymentConfig } from './platform/settings.ts';
import type { PictureStore } from './reviews/pictures/picture-store.ts';
import { limitRules } from './web/limit-rules.ts';
import type { LimitName } from './web/limit-rules.ts';
import { createAuth } from './accounts/auth.ts';
import { createPseudonym, sessionSecret } from './platform/secrets.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open.ts';
import { countResponses, createFront } from './web/front.ts';
import { createLimits } from './platform/http/limits.ts';
import { listen } from './platform/http/server.ts';
import { loadSite } from './web/pages.ts';
import type { Logger } from './platform/log.ts';
import { createFindPicture } from './mail/write-email.ts';
import { createMailTransport } from './mail/transport.ts';
import { startMailWorker } from './mail/worker.ts';
import { createRazorpayClient, livePaymentConfig } from './payments/razorpay.ts';
import { testTimes, startReconciler, defaultTimes } from './payments/reconcile.ts';
import { startSweeper } from './privacy/sweep-expired.ts';
import { createPictureProcess } from './reviews/pictures/picture-process.ts';
import { createPictureStore, sweepPictures } from './reviews/pictures/picture-store.ts';
import { publishRatings } from './reviews/ratings.ts';
import { visitorKey } from './reviews/votes.ts';
import { localOrigin } from './platform/settings.ts';
import type { Settings } from './platform/settings.ts';
import { startPaymentStandIn } from './payment-stand-in/stand-in.ts';
import { authRoutes } from './accounts/sign-in.ts';
import { confirmationRoutes } from './accounts/confirm-email.ts';
import { deviceRoutes, userRoutes } from './accounts/account-page.ts';
import { passwordRoutes } from './accounts/set-password.ts';
import { signUpRoutes } from './accounts/sign-up.ts';
import { createApi, healthRoutes } from './platform/http/api.ts';
import type { ServerEnv } from './platform/http/api.ts';
import { orderRoutes } from './orders/routes.ts';
import { paymentRoutes, WEBHOOK } from './payments/routes.ts';
import { privacyRoutes } from './privacy/delete-account.ts';
import { reviewRoutes } from './reviews/routes.ts';

export interface Shop {
  /** Its address on this machine. */
  address: string;
  /** Finishes the requests under way and stops, within ten seconds. */
  stop(): Promise<void>;
}

interface ShopOptions {
  settings: Settings;
  clock: () => Date;
  log: Logger;
  /** The build's output. */
  siteDirectory: string;
}

const REQUESTS_LIMIT_MS = 7_500;

/** Starts all parts. If one fails, stops those started before it and throws its error. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const running = new AsyncDisposableStack();
  try {
    const address = await startParts(options, running);
    return { address, stop: () => running.disposeAsync() };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

async function startParts(
  { settings, clock, log, siteDirectory }: ShopOptions,
  running: AsyncDisposableStack,
): Promise<string> {
  const { dataDir, origins, origin, port, host, secure, trustedProxies } = settings;
  mkdirSync(dataDir, { recursive: true });

  const { db, kind, close: closeDatabase } = await openDatabase(settings.database);
  running.defer(closeDatabase);
  // Its process starts while this one prepares the rest.
  const paymentsAreStarting = startPayments(settings, log);
  running.defer(async () => {
    const payments = await paymentsAreStarting.catch(() => undefined);
    await payments?.stop();
  });
  await migrate(db, kind, clock);
  const { reencode } = createPictureProcess({
    hidden: [dataDir, '/proc'],
    warn: (why) => log.warn(why),
  });
  const pictures = createPictureStore(join(dataDir, 'uploads'), reencode);
  await sweepPictures({ db, kind, clock, log, pictures });
  const secret = settings.sessionSecret ?? sessionSecret(dataDir);
  const auth = createAuth({ db, kind, log, origins, secret });

  const { payment, canPay, fetchWindow } = await paymentsAreStarting;
  const site = loadSite(siteDirectory, payment, { origin, secure });
  if (site.builtFor !== undefined && site.builtFor !== origin) {
    log.warn({ builtFor: site.builtFor, origin }, 'the pages name another address: run npm start');
  }

  const transport = createMailTransport({ ...settings.mail, directory: join(dataDir, 'mail') });
  running.defer(() => transport.close());
  const mailer = startMailWorker({
    db,
    clock,
    log,
    transport,
    shop: settings.mail.shop,
    origin,
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

  const ratings = publishRatings({ db, log, pages: site.pages });
  running.defer(() => ratings.stop());

  const calls = createApp({
    db,
    kind,
    clock,
    log,
    auth,
    payment,
    canPay,
    mailer,
    pictures,
    ratings,
    visitorKey: visitorKey(secret),
    pseudonym: createPseudonym(secret),
    origins,
    trustedProxies,
    limits: createLimits(limitRules),
    provider,
  });
  const front = countResponses(createFront({ site, calls, log, fetchWindow, secure }), log);
  running.defer(() => front.stop());
  const listening = await listen(front.listener, {
    port,
    host,
    secure,
    onMalformed: front.countMalformed,
  });
  // Concurrently: each may need its full time limit.
  running.defer(async () => {
    await Promise.all([listening.close(REQUESTS_LIMIT_MS), reconciler.stop(), ratings.stop()]);
  });
  return localOrigin(host, port);
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

/** What the API routes are created from. */
interface AppParts {
  db: Database;
  kind: DatabaseKind;
  clock: () => Date;
  log: Logger;
  auth: Auth;
  limits: Limits<LimitName>;
  provider: PaymentProvider;
  payment: PaymentConfig;
  /** Starts a round of the mail worker. Call it after a transaction that enqueued an e-mail. */
  mailer: { kick(): unknown };
  /** The pictures of reviews. */
  pictures: PictureStore;
  /** Updates the ratings on the pages in memory. Call it after a review was saved or deleted. */
  ratings: { kick(): unknown };
  /** Signs the cookie that identifies a browser's votes; see `visitorKey`. */
  visitorKey: Buffer;
  /** Replaces addresses in the log. */
  pseudonym: Pseudonym;
  /** All origins of the shop's own pages; the first is the public one. */
  origins: readonly string[];
  /** The number of proxies in front whose X-Forwarded-For entries are trusted. */
  trustedProxies: number;
  /** Resolves to whether payments can be made now; part of readiness. */
  canPay: () => Promise<boolean>;
}

/** Returns all API routes of the shop: `app.request()` handles a request without a socket. */
export function createApp(parts: AppParts): Hono<ServerEnv> {
  const app = createApi({
    ...parts,
    findSession: createFindSession(parts.auth),
    before: [signedInCookie],
    signedPaths: [WEBHOOK],
  });
  app.route('/', healthRoutes(parts));
  app.route('/', authRoutes(parts));
  app.route('/', confirmationRoutes(parts));
  app.route('/', deviceRoutes(parts));
  app.route('/', passwordRoutes(parts));
  app.route('/', signUpRoutes(parts));
  app.route('/', userRoutes(parts));
  app.route('/', paymentRoutes(parts));
  app.route('/', orderRoutes(parts));
  app.route('/', privacyRoutes(parts));
  app.route('/', reviewRoutes(parts));
  return app;
}
