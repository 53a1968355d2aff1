// The built storefront in memory: every page and asset, in every encoding, with its headers ready.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { PaymentConfig } from '../payment-settings.ts';
import type { Encoding } from './accept-encoding.ts';
import { commonHeaders, pageHeaders } from './security-headers.ts';
import type { Headers } from './security-headers.ts';

const PageFile = v.object({
  file: v.string(),
  etag: v.string(),
  scriptHashes: v.array(v.string()),
  styleHashes: v.array(v.string()),
  link: v.optional(v.string()),
});
const Variants = v.object({ demo: PageFile, live: PageFile });
const Pages = v.object({ pages: v.record(v.string(), Variants), notFound: Variants });
const Assets = v.array(
  v.object({
    path: v.string(),
    file: v.string(),
    type: v.string(),
    immutable: v.boolean(),
    encodings: v.array(v.picklist(['br', 'gzip'])),
  }),
);

export interface Representation {
  body: Buffer;
  headers: Headers;
  /** With its quotes; another one for each encoding, as their bytes differ. */
  etag: string;
}

/** Something to hand out; `encodings` are the ways in which it is there. */
export interface Resource {
  status: 200 | 404;
  encodings: ReadonlySet<Encoding>;
  as: Readonly<Record<Encoding, Representation>>;
}

export interface Site {
  /** By lower-case path without a slash at the end. */
  pages: ReadonlyMap<string, Resource>;
  /** By exact path. */
  assets: ReadonlyMap<string, Resource>;
  notFound: Resource;
}

/** The only page whose policy lets the payment window in. */
const PAYING_PAGE = '/deliveryform';
const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const;

/** Reads what the build left in `directory`. Throws when the build is missing or incomplete. */
export function loadSite(directory: string, payment: PaymentConfig, secure: boolean): Site {
  const { pages, notFound } = v.parse(Pages, readJson(directory, 'pages.json'));
  const assets = v.parse(Assets, readJson(directory, 'assets.json'));
  const variant = payment.demo ? 'demo' : 'live';

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
    notFound: loadPage(notFound[variant], 404, false),
    pages: new Map(
      Object.entries(pages).map(([path, page]) => {
        const key = pageKey(path);
        return [key, loadPage(page[variant], 200, key === PAYING_PAGE)];
      }),
    ),
    assets: new Map(
      assets.map(({ path, file, type, immutable, encodings }) => [
        path,
        loadResource(directory, file, encodings, 200, {
          headers: {
            ...commonHeaders(secure),
            'Content-Type': type,
            'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
          },
        }),
      ]),
    ),
  };
}

/** How a page is found: in any case, with or without a slash at the end. */
export function pageKey(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/$/, '');
}

function loadResource(
  directory: string,
  file: string,
  compressed: readonly Encoding[],
  status: 200 | 404,
  { etag, headers }: { etag?: string; headers: Headers },
): Resource {
  const path = join(directory, file);
  const plain = readFileSync(path);
  const stem = etag ?? `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const vary: Headers = compressed.length > 0 ? { Vary: 'Accept-Encoding' } : {};

  const represent = (encoding: Encoding, body: Buffer): Representation => {
    const isPlain = encoding === 'identity';
    const ownEtag = isPlain ? stem : stem.replace(/"$/, `-${encoding}"`);
    return {
      body,
      etag: ownEtag,
      headers: {
        ...headers,
        ...vary,
        ETag: ownEtag,
        ...(!isPlain && { 'Content-Encoding': encoding }),
        'Content-Length': String(body.length),
      },
    };
  };

  const identity = represent('identity', plain);
  const as = { br: identity, gzip: identity, identity };
  const encodings = new Set<Encoding>(['identity']);
  for (const encoding of compressed) {
    if (!existsSync(path + suffixes[encoding])) continue;
    as[encoding] = represent(encoding, readFileSync(path + suffixes[encoding]));
    encodings.add(encoding);
  }
  return { status, encodings, as };
}

function readJson(directory: string, name: string): unknown {
  const path = join(directory, name);
  if (!existsSync(path)) {
    throw new Error(`The built pages are missing (${path}): run npm start, which builds them.`);
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}
