// The owner's desk: a second, separate front on a listener and, in production, a host of its own. Its pages are React
// rendered on the server with plain forms, so that it works without a script. Loaded only where there is a desk.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { hashQueue } from '../server/accounts/password.ts';
import { ForeignAct } from '../server/acts/acts.ts';
import type { PaymentProvider } from '../server/payments/provider.ts';
import { isLoopback } from '../server/platform/environment.ts';
import type { DatabaseKind } from '../server/platform/database/open.ts';
import { createApi, toProblem } from '../server/platform/http/api.ts';
import type { ServerEnv } from '../server/platform/http/api.ts';
import type { Limits } from '../server/platform/http/limits.ts';
import {
  apiHeaders,
  assetHeaders,
  commonHeaders,
  ProblemError,
} from '../server/platform/http/problem.ts';
import { compressions, createResource, serveResource } from '../server/platform/http/resource.ts';
import type { Bodies, Resource } from '../server/platform/http/resource.ts';
import type { Logger } from '../server/platform/log.ts';
import { projectFolder } from '../server/platform/programs.ts';
import type { Pseudonym } from '../server/platform/secrets.ts';
import type { PictureStore } from '../server/reviews/pictures/picture-store.ts';
import { createConfirm } from './door/confirm.tsx';
import { createDeskAuth } from './door/desk-auth.ts';
import type { DeskAuth } from './door/desk-auth.ts';
import { invitationRoutes } from './door/invitation.tsx';
import { behindTheDoor, doorRoutes } from './door/sign-in.tsx';
import type { DoorParts } from './door/sign-in.tsx';
import { moreRoutes } from './more/more.tsx';
import { changeRoutes } from './orders/order-changes.ts';
import { orderRoutes } from './orders/order-list.tsx';
import { failurePage, sendDoor, withoutSpace } from './page.tsx';
import type { Desk } from './page.tsx';
import { sentRoutes } from './parcels/sent.tsx';
import { severalRoutes } from './parcels/several.tsx';
import { paperRoutes } from './print/slips.tsx';
import { refundRoutes } from './refunds/refund.tsx';
import { reviewRoutes } from './reviews/moderation.tsx';
import { shopRoutes } from './shop/opening.tsx';
import { todayRoutes } from './today/today.tsx';

interface Kickable {
  kick(): unknown;
}

interface DeskParts extends Pick<DoorParts, 'db' | 'clock' | 'isDemo' | 'mailer'> {
  kind: DatabaseKind;
  provider: PaymentProvider;
  /** These show at once on the pages of this process what has changed. */
  availability: Kickable;
  ratings: Kickable;
  pictures: Pick<PictureStore, 'readAny' | 'clear'>;
  log: Logger;
  /** Counters of the desk's own: what happens in the shop locks nobody out here. */
  limits: Limits<'account'> & DoorParts['limits'];
  /** That of the shop. */
  secret: string;
  dataDir: string;
  /** Replaces the desk's own, in tests. */
  auth?: DeskAuth;
  pseudonym: Pseudonym;
  trustedProxies: number;
  /** The desk's own address. */
  origin: string;
  /** The assets of the shop: fonts and pictures. */
  assets: ReadonlyMap<string, Resource>;
}

/** Returns the request listener of the desk, and its routes: `app.request()` handles a request without a socket. */
export async function createDesk(
  parts: DeskParts,
): Promise<{ app: Hono<ServerEnv>; listener: RequestListener }> {
  const { origin, assets } = parts;
  const secure = origin.startsWith('https:');
  const origins = listNames(origin);
  const own = await loadFiles(assets, secure);
  const app = createApi({
    ...parts,
    origins,
    findSession: () => Promise.resolve(undefined),
    before: [setHeaders(secure), requireOrigin(origins), (_, next) => hashQueue.run('desk', next)],
  });
  const desk = new Hono<ServerEnv>();
  desk.use(compress(), async (c, next) => {
    c.set('files', own.files);
    await next();
  });
  const door = { ...parts, auth: parts.auth ?? createDeskAuth(parts) };
  desk.route('/', doorRoutes(door));
  desk.route('/', invitationRoutes(door));
  desk.use(behindTheDoor(door));
  const inside = {
    ...door,
    findPicture: createFindSmallPicture(assets),
    confirm: createConfirm(door),
  };
  for (const routes of capabilities) desk.route('/', routes(inside));
  app.route('/', desk);
  app.onError((error, c) => respondToError(error, c, own));
  const unknown = new ProblemError(404, 'There is nothing at this address.');
  app.notFound((c) => respondToError(unknown, c, own));
  const handle = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => new Response('', { status: 400, headers: apiHeaders(secure) }),
  });
  const listener: RequestListener = (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const asset = own.resources.get(path) ?? (isShared(path) ? assets.get(path) : undefined);
    if (!asset || !isReading(request)) return void handle(request, response);
    serveResource(request, response, asset);
  };
  return { app, listener };
}

/** The form for several orders stands before the order with any id. */
const capabilities = [
  todayRoutes,
  severalRoutes,
  sentRoutes,
  orderRoutes,
  changeRoutes,
  refundRoutes,
  paperRoutes,
  shopRoutes,
  reviewRoutes,
  moreRoutes,
];

const isReading = ({ method }: { method?: string | undefined }) =>
  method === 'GET' || method === 'HEAD';

/** What the desk shows of the shop's assets. */
const isShared = (path: string) => /^\/(?:pictures\/|assets\/.*\.woff2$|favicon)/.test(path);

/** Returns a function that finds the smallest square of a picture, by its name. */
function createFindSmallPicture(assets: ReadonlyMap<string, Resource>) {
  const paths = new Map<string, string>();
  for (const path of assets.keys()) {
    const name = /^\/pictures\/[^/]+\/([^/]+)-120\.avif$/.exec(path)?.[1];
    if (name !== undefined) paths.set(name, path);
  }
  return (name: string) => paths.get(name);
}

type Own = Awaited<ReturnType<typeof loadFiles>>;

/** What all pages share, then the sheets of the capabilities. */
const SHEETS = 'desk today/today orders/order reviews/reviews shop/opening door/door print/print';

/** Reads the style sheets, tokens and reset of the shop with it, and the script. Their addresses change with their content. */
async function loadFiles(assets: ReadonlyMap<string, Resource>, secure: boolean) {
  const read = (path: string) => readFileSync(join(projectFolder, 'src', path), 'utf8');
  const tokens = read('storefront/ui/tokens.css').replace(
    /url\('(\.\/fonts\/[\w-]+\.woff2)'\)/g,
    (all, file: string) => {
      const path = findFont(assets, readFileSync(join(projectFolder, 'src/storefront/ui', file)));
      return path === undefined ? all : `url(${path})`;
    },
  );
  const resources = new Map<string, Resource>();
  const add = async (name: string, type: string, text: string): Promise<string> => {
    const identity = Buffer.from(text);
    const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 8);
    const path = `/assets/${name.replace('.', `-${hash}.`)}`;
    const bodies: Bodies = { identity, br: await compressions.br(identity) };
    const headers = {
      ...assetHeaders(secure),
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    resources.set(path, createResource(bodies, { headers, negotiated: true }));
    return path;
  };
  const sheets = SHEETS.split(' ').map((name) => read(`desk/${name}.css`));
  const rules = [read('storefront/ui/reset.css'), ...sheets];
  const sheet = await add('desk.css', 'text/css', withoutSpace(tokens + rules.join('')));
  const script = await add('desk.js', 'text/javascript', read('desk/desk.js'));
  return { resources, files: { sheet, script } };
}

/** Returns the address of a font of the shop, whose name the build has replaced. */
function findFont(assets: ReadonlyMap<string, Resource>, font: Buffer): string | undefined {
  for (const [path, { as }] of assets) {
    const { body } = as.identity;
    if (path.endsWith('.woff2') && body.equals(font)) return path;
  }
  return undefined;
}

/** Nothing of the desk is stored or found by others, and nothing but its own files is loaded. */
function setHeaders(secure: boolean): MiddlewareHandler<ServerEnv> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = {
    ...commonHeaders(secure),
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // A link that leaves the desk tells nobody its address.
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  };
}

/** Returns the origins of a desk: one on this machine is opened by any name of the machine. */
function listNames(origin: string): string[] {
  const url = new URL(origin);
  if (!isLoopback(url)) return [origin];
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => {
    url.hostname = name;
    return url.origin;
  });
}

/** A write without an origin, or from another, is refused: cookies do not tell ports of a host apart. */
function requireOrigin(origins: readonly string[]): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (!isReading(c.req) && !origins.includes(c.req.header('origin') ?? '')) {
      const detail = 'This form was not sent from the desk. Please open the page again.';
      throw new ProblemError(403, detail, { code: 'INVALID_ORIGIN' });
    }
    await next();
  };
}

const FOREIGN_ACT =
  'This form was used for something else already. Please open its page again, then fill it in.';

function respondToError(error: Error, c: Desk, own: Own): Response | Promise<Response> {
  c.set('files', own.files);
  const problem =
    error instanceof ForeignAct ? new ProblemError(409, FOREIGN_ACT) : toProblem(error, c);
  const { status, detail, headers } = problem;
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return sendDoor(c, 'Not done', failurePage(detail), status as 400);
}
