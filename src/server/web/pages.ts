// The built storefront in memory: every page and asset, in every encoding, with its headers. Pictures stay in
// their files: they are thirteen of seventeen megabytes, and browsers cache them.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { PAYMENT_PAGE, plainPath } from '../../shop/paths.ts';
import type { PaymentConfig } from '../platform/payment-settings.ts';
import type { Encoding } from '../platform/http/accept-encoding.ts';
import { createFileResource, createResource } from '../platform/http/resource.ts';
import type { Bodies, Resource } from '../platform/http/resource.ts';
import { pageHeaders } from './page-headers.ts';
import { searchEngineFiles } from './search-engines.ts';
import { assetHeaders } from '../platform/http/security-headers.ts';
import type { Headers } from '../platform/http/security-headers.ts';

const PageFile = v.object({
  file: v.string(),
  etag: v.string(),
  scriptHashes: v.array(v.string()),
  styleHashes: v.array(v.string()),
  link: v.optional(v.string()),
});
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

/** The public address of the shop, from the settings. */
interface PublicAddress {
  origin: string;
  /** Whether it is https. */
  secure: boolean;
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const;

/** Reads the build in `directory`. Throws when it is missing or incomplete. */
export function loadSite(
  directory: string,
  payment: PaymentConfig,
  { origin, secure }: PublicAddress,
): Site {
  const { pages, notFound, origin: builtFor } = v.parse(Pages, readJson(directory, 'pages.json'));
  const assets = v.parse(Assets, readJson(directory, 'assets.json'));
  const variant = payment.demo ? 'demo' : 'live';
  const canonicalPaths = (isPrivate: boolean) =>
    Object.keys(pages).filter((path) => (pages[path]?.isPrivate ?? false) === isPrivate);

  const loadPage = (page: v.InferOutput<typeof PageFile>, status: 200 | 404, isPaying: boolean) =>
    loadResource(directory, page.file, ['br', 'gzip'], status, {
      etag: page.etag,
      headers: {
        ...pageHeaders(secure, page, isPaying ? payment : undefined),
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        ...(page.link !== undefined && { Link: page.link }),
      },
    });

  return {
    builtFor,
    notFound: loadPage(notFound[variant], 404, false),
    pages: new Map(
      Object.entries(pages).map(([path, page]) => {
        const key = plainPath(path);
        return [key, loadPage(page[variant], 200, key === PAYMENT_PAGE)];
      }),
    ),
    assets: new Map([
      ...searchEngineFiles({
        origin,
        secure,
        publicPaths: canonicalPaths(false),
        privatePaths: canonicalPaths(true),
      }),
      ...assets.map(({ path, file, type, immutable, encodings }): [string, Resource] => {
        const headers = {
          ...assetHeaders(secure),
          'Content-Type': type,
          'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        };
        // JPEGs are few, and e-mails use them.
        const isPicture = immutable && /^image\/(avif|webp)$/.test(type);
        return [
          path,
          isPicture
            ? loadPicture(directory, { path, file, headers })
            : loadResource(directory, file, encodings, 200, { headers }),
        ];
      }),
    ]),
  };
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

function loadPicture(
  directory: string,
  { path, file, headers }: { path: string; file: string; headers: Headers },
): Resource {
  const own = join(directory, file);
  return createFileResource({ path, file: own, size: statSync(own).size }, headers);
}

function readJson(directory: string, name: string): unknown {
  const path = join(directory, name);
  if (!existsSync(path)) {
    throw new Error(`The built pages are missing (${path}): run npm start, which builds them.`);
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}
