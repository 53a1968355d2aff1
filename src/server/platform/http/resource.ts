// A page or an asset, served from memory: its bytes in every encoding, each with its headers; negotiated encoding,
// conditional requests, HEAD.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Headers } from './problem.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

interface Representation {
  body: Buffer;
  headers: Headers;
  /** With its quotes. Each encoding has its own, as their bytes differ. */
  etag: string;
}

/** `encodings` are the available ones. */
export interface Resource {
  status: 200 | 404;
  encodings: ReadonlySet<Encoding>;
  as: Readonly<Record<Encoding, Representation>>;
}

/** The uncompressed bytes and, if available, the compressed ones. */
export interface Bodies extends Partial<Record<Encoding, Buffer>> {
  identity: Buffer;
}

/** Best compression first: the first one wins a tie. */
const compressed = ['br', 'gzip'] as const;

/** Creates a resource. `negotiated` adds `Vary`, so that caches keep the encodings apart. */
export function createResource(
  bodies: Bodies,
  {
    status = 200,
    etag,
    headers,
    negotiated = false,
  }: { status?: 200 | 404; etag?: string; headers: Headers; negotiated?: boolean },
): Resource {
  const stem = etag ?? `"${digest(bodies.identity)}"`;
  const represent = (encoding: Encoding, body: Buffer): Representation => {
    const isPlain = encoding === 'identity';
    const ownEtag = isPlain ? stem : stem.replace(/"$/, `-${encoding}"`);
    return {
      body,
      etag: ownEtag,
      headers: {
        ...headers,
        ...(negotiated && { Vary: 'Accept-Encoding' }),
        ETag: ownEtag,
        ...(!isPlain && { 'Content-Encoding': encoding }),
        'Content-Length': String(body.length),
      },
    };
  };

  const identity = represent('identity', bodies.identity);
  const as = { br: identity, gzip: identity, identity };
  const encodings = new Set<Encoding>(['identity']);
  for (const encoding of compressed) {
    const body = bodies[encoding];
    if (body === undefined) continue;
    as[encoding] = represent(encoding, body);
    encodings.add(encoding);
  }
  return { status, encodings, as };
}

/** Resolves to the resource with another body, in the same encodings. Only ETag and length of its headers change. */
export async function withBody(
  { status, encodings, as }: Resource,
  identity: Buffer,
): Promise<Resource> {
  const { ETag: _, 'Content-Length': __, ...headers } = as.identity.headers;
  const bodies: Bodies = { identity };
  for (const encoding of compressed) {
    if (encodings.has(encoding)) bodies[encoding] = await compressions[encoding](identity);
  }
  return createResource(bodies, { status, headers });
}

/** Changes of pages in memory, by name: what one changes, another does not undo. */
export interface PagePatches {
  /** The paths of all pages. */
  paths: readonly string[];
  /** Replaces the patch of this name on a page; undefined removes it. Resolves when the page is served with it. */
  patch(path: string, name: string, change: ((html: string) => string) | undefined): Promise<void>;
}

/** Returns the patches of the pages, which are replaced in the map. Patches are applied in the order of their names. */
export function createPagePatches(pages: Map<string, Resource>): PagePatches {
  const built = new Map(pages);
  const patches = new Map<string, Map<string, (html: string) => string>>();
  return {
    paths: [...built.keys()],
    async patch(path, name, change) {
      const page = built.get(path);
      if (page === undefined) return;
      const before = patches.get(path) ?? new Map<string, (html: string) => string>();
      const own = new Map(before);
      if (change) own.set(name, change);
      else own.delete(name);
      patches.set(path, own);
      const changes = [...own].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const html = changes.reduce(
        (text, [, apply]) => apply(text),
        page.as.identity.body.toString(),
      );
      const patched = own.size === 0 ? page : await withBody(page, Buffer.from(html));
      // Another patch may have come while this one was compressed: that has both.
      if (patches.get(path) === own) pages.set(path, patched);
    },
  };
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** At the best level, because each resource is compressed once. Off the main thread: a page takes a tenth of a second. */
export const compressions = {
  br(bytes: Buffer): Promise<Buffer> {
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...hint } });
  },
  gzip(bytes: Buffer): Promise<Buffer> {
    return toGzip(bytes, { level: 9 });
  },
};

function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/**
 * Responds to GET or HEAD with the resource, or with 304 if the browser's copy is current. All responses share its bytes.
 */
export function serveResource(
  request: IncomingMessage,
  response: ServerResponse,
  resource: Resource,
): void {
  const accepted = request.headers['accept-encoding'];
  const header = Array.isArray(accepted) ? accepted.join(',') : accepted;
  const { body, headers, etag } = resource.as[chooseEncoding(header, resource.encodings)];
  if (resource.status === 200 && matches(request.headers['if-none-match'], etag)) {
    const { 'Content-Length': _, 'Content-Encoding': __, ...others } = headers;
    response.writeHead(304, others).end();
    return;
  }
  response.writeHead(resource.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Weak comparison (RFC 9110, section 13.1.2): proxies that modify a response mark its ETag as weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Returns the best available encoding for an Accept-Encoding header (RFC 9110, section 12.5.3). Identity if none fits: any
 * browser can read it.
 */
export function chooseEncoding(header = '', available: ReadonlySet<Encoding>): Encoding {
  const qualities = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1;
    qualities.set(name, Number(quality) || 0);
  }
  let [best, most]: [Encoding, number] = ['identity', qualities.get('identity') ?? 0];
  for (const encoding of compressed.filter((each) => available.has(each)).toReversed()) {
    const quality = qualities.get(encoding) ?? qualities.get('*') ?? 0;
    if (quality > 0 && quality >= most) [best, most] = [encoding, quality];
  }
  return best;
}
