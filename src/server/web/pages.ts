// The built storefront in memory: every page and asset, in every encoding, with its headers and its policy.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from 'hono/html';
import * as v from 'valibot';
import { brand } from '../../shop/brand.ts';
import { PAYMENT_PAGE, plainPath } from '../../shop/paths.ts';
import { assetHeaders, commonHeaders } from '../platform/http/problem.ts';
import type { Headers } from '../platform/http/problem.ts';
import { createResource, withBody } from '../platform/http/resource.ts';
import type { Bodies, Encoding, Resource } from '../platform/http/resource.ts';
import type { PaymentConfig } from '../platform/settings.ts';

const PageFile = v.object({
  file: v.string(),
  etag: v.string(),
  scriptHashes: v.array(v.string()),
  styleHashes: v.array(v.string()),
  link: v.optional(v.string()),
});
type PageFile = v.InferOutput<typeof PageFile>;
const Variants = v.object({ demo: PageFile, live: PageFile });
const PublicOrPrivate = v.object({ ...Variants.entries, isPrivate: v.optional(v.literal(true)) });
const Pages = v.object({
  origin: v.optional(v.string()),
  pages: v.record(v.string(), PublicOrPrivate),
  notFound: Variants,
});
const Assets = v.array(
  v.object({
    path: v.string(),
    file: v.string(),
    type: v.string(),
    immutable: v.boolean(),
    encodings: v.array(v.picklist(['br', 'gzip'])),
  }),
);

export interface Site {
  /** By lower-case path without a trailing slash. A page may be replaced while the shop runs. */
  pages: Map<string, Resource>;
  /** By exact path. */
  assets: ReadonlyMap<string, Resource>;
  notFound: Resource;
  /** The public address in the pages' canonical links, if they were built with one. */
  builtFor: string | undefined;
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const;

interface SiteOptions {
  origin: string;
  secure: boolean;
  now: Date;
  previous?: string | undefined;
}

/**
 * Reads the build in `directory`. Throws when it is missing or incomplete.
 * @param origin the public address, such as https://maalai.example; `secure`: it is https; `now`: the time; `previous`: the
 * directory of the build before, which may be missing
 */
export function loadSite(
  directory: string,
  payment: PaymentConfig,
  { origin, secure, now, previous }: SiteOptions,
): Site {
  const { pages, notFound, origin: builtFor } = v.parse(Pages, readJson(directory, 'pages.json'));
  const variant = payment.demo ? 'demo' : 'live';
  const paths = { public: Array<string>(), private: Array<string>() };
  for (const [path, { isPrivate }] of Object.entries(pages)) {
    paths[isPrivate ? 'private' : 'public'].push(path);
  }

  const loadPage = (page: PageFile, status: 200 | 404, isPaying: boolean) =>
    loadResource(directory, page.file, ['br', 'gzip'], status, {
      etag: page.etag,
      headers: {
        ...pageHeaders(secure, page, isPaying ? payment : undefined),
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        ...(page.link !== undefined && { Link: page.link }),
      },
    });

  const assets = new Map([
    // For pages that a browser, or a shop beside this one, still has: a file that is missing there reloads the page.
    ...loadPrevious(previous, secure),
    // Created at the start, because they contain the public address.
    ['/robots.txt', createTextResource(robots(origin, paths.private), 'text/plain', secure)],
    ['/sitemap.xml', createTextResource(sitemap(origin, paths.public), 'application/xml', secure)],
    [SECURITY, createTextResource(security(origin, now), 'text/plain', secure)],
    ...loadAssets(directory, secure),
  ]);
  // Programs look for it here, and read what is a picture.
  const icon = assets.get('/icon-192.png');
  if (icon) assets.set('/favicon.ico', icon);
  return {
    builtFor,
    notFound: loadPage(notFound[variant], 404, false),
    pages: new Map(
      Object.entries(pages).map(([path, page]) => {
        const key = plainPath(path);
        return [key, loadPage(page[variant], 200, key === PAYMENT_PAGE)];
      }),
    ),
    assets,
  };
}

const SECURITY = '/.well-known/security.txt';
/** RFC 9116 asks for less than a year. A shop is started more often. */
const SECURITY_MS = 330 * 86_400_000;

type Asset = v.InferOutput<typeof Assets>[number];

function loadAssets(
  directory: string,
  secure: boolean,
  isWanted: (asset: Asset) => boolean = () => true,
): [string, Resource][] {
  const assets = v.parse(Assets, readJson(directory, 'assets.json')).filter(isWanted);
  return assets.map(({ path, file, type, immutable, encodings }) => {
    const headers = {
      ...assetHeaders(secure),
      'Content-Type': type,
      'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    return [path, loadResource(directory, file, encodings, 200, { headers })];
  });
}

/** Returns the immutable files of the build before, if there was one. */
function loadPrevious(directory: string | undefined, secure: boolean): [string, Resource][] {
  if (directory === undefined || !existsSync(join(directory, 'assets.json'))) return [];
  return loadAssets(directory, secure, ({ immutable }) => immutable);
}

/**
 * Writes the provider's public key and the address of its script into the payment page, which uses them if the response
 * of a payment order has none.
 */
export async function namePayment(
  { pages }: Site,
  { keyId, scriptUrl }: PaymentConfig,
): Promise<void> {
  const page = pages.get(PAYMENT_PAGE);
  if (page === undefined) return;
  const named =
    html`<html data-payment-key="${keyId}" data-payment-script="${scriptUrl}"`.toString();
  const document = page.as.identity.body.toString().replace(/<html\b/, () => named);
  pages.set(PAYMENT_PAGE, await withBody(page, Buffer.from(document)));
}

function loadResource(
  directory: string,
  file: string,
  compressed: readonly Encoding[],
  status: 200 | 404,
  known: { etag?: string; headers: Headers },
): Resource {
  const path = join(directory, file);
  const bodies: Bodies = { identity: readFileSync(path) };
  for (const encoding of compressed) {
    const own = path + suffixes[encoding];
    if (existsSync(own)) bodies[encoding] = readFileSync(own);
  }
  return createResource(bodies, { ...known, status, negotiated: compressed.length > 0 });
}

function readJson(directory: string, name: string): unknown {
  const path = join(directory, name);
  if (!existsSync(path)) {
    throw new Error(`The built pages are missing (${path}): run npm start, which builds them.`);
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}

type PaymentOrigins = Pick<
  PaymentConfig,
  'scriptOrigins' | 'frameOrigins' | 'formOrigins' | 'connectOrigins'
>;

/**
 * Returns the headers of a page: only what the build has hashed may run or load. `payment` is given for the one page that
 * opens the payment window, where an inline style needs no hash; scripts need one everywhere.
 */
function pageHeaders(secure: boolean, hashes: PageFile, payment?: PaymentOrigins): Headers {
  return {
    ...commonHeaders(secure),
    'Content-Security-Policy': pagePolicy(hashes, payment),
    // Some banks confirm in a popup, which must be able to reply.
    'Cross-Origin-Opener-Policy': payment ? 'same-origin-allow-popups' : 'same-origin',
    'Permissions-Policy': permissions(payment),
  };
}

function pagePolicy(hashes: PageFile, payment?: PaymentOrigins): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes.scriptHashes, ...(payment?.scriptOrigins ?? [])],
    // The window's script writes style attributes and blocks into the page, whose text changes and has no fixed hash.
    // A hash beside 'unsafe-inline' would disable that.
    'style-src': ["'self'", ...(payment ? ["'unsafe-inline'"] : hashes.styleHashes)],
    // data: for the masks in the style sheets, blob: for pictures chosen but not yet sent.
    'img-src': ["'self'", 'data:', 'blob:', ...(payment?.scriptOrigins ?? [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(payment?.connectOrigins ?? [])],
    'manifest-src': ["'self'"],
    ...(payment && { 'frame-src': payment.frameOrigins }),
    'form-action': ["'self'", ...(payment?.formOrigins ?? [])],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}

const neverUsed = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'usb'];

function permissions(payment?: PaymentOrigins): string {
  const allowed = payment?.frameOrigins.filter((origin) => origin.startsWith('https:')) ?? [];
  const payers = payment ? ['self', ...allowed.map((origin) => `"${origin}"`)].join(' ') : '';
  return [...neverUsed.map((name) => `${name}=()`), `payment=(${payers})`].join(', ');
}

function createTextResource(text: string, type: string, secure: boolean): Resource {
  const headers = {
    ...assetHeaders(secure),
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
  };
  return createResource({ identity: Buffer.from(text) }, { headers });
}

/** Where to report a vulnerability (RFC 9116). */
function security(origin: string, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_MS).toISOString();
  return `Contact: mailto:${brand.email}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${origin}${SECURITY}\n`;
}

function robots(origin: string, privatePaths: readonly string[]): string {
  const rules = privatePaths.map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${rules}Allow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function sitemap(origin: string, publicPaths: readonly string[]): string {
  // XML accepts what HTML escapes.
  const escape = (text: string) => html`${text}`.toString();
  const urls = publicPaths.map((path) => `  <url><loc>${escape(origin + path)}</loc></url>\n`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...urls,
    '</urlset>\n',
  ].join('');
}
