// A resource served from memory, or from a file: its bytes in every encoding, each with its headers.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import Negotiator from 'negotiator';
import type { Headers } from './problem.ts';
import { sendProblem } from './problem.ts';

interface Representation {
  /** The bytes, or the name of the file that holds them. */
  body: Buffer | string;
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

/** Creates a resource whose bytes stay in their file, unencoded. Its address has to change with its bytes. */
export function createFileResource(
  { path, file, size }: { path: string; file: string; size: number },
  headers: Headers,
): Resource {
  const etag = `"${digest(path)}"`;
  const only: Representation = {
    body: file,
    etag,
    headers: { ...headers, ETag: etag, 'Content-Length': String(size) },
  };
  const as = { br: only, gzip: only, identity: only };
  return { status: 200, encodings: new Set(['identity']), as };
}

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
  const vary: Headers = negotiated ? { Vary: 'Accept-Encoding' } : {};

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

  const identity = represent('identity', bodies.identity);
  const as = { br: identity, gzip: identity, identity };
  const encodings = new Set<Encoding>(['identity']);
  for (const encoding of ['br', 'gzip'] as const) {
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
  for (const encoding of ['br', 'gzip'] as const) {
    if (encodings.has(encoding)) bodies[encoding] = await compressions[encoding](identity);
  }
  return createResource(bodies, { status, headers });
}

function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

// Negotiates the content encoding of a response (RFC 9110, section 12.5.3).

export type Encoding = 'br' | 'gzip' | 'identity';

/** Best compression first: the first one wins a tie. */
const preferred: Encoding[] = ['br', 'gzip'];

/** Browsers send few different headers. Longer ones, and more of them, are not worth the memory. */
const LONGEST = 100;
const MOST = 20;

const chosen = new WeakMap<ReadonlySet<Encoding>, Map<string, Encoding>>();

/** Returns the best available encoding for an Accept-Encoding header. Identity if none fits: any browser can read it. */
export function chooseEncoding(
  header: string | undefined,
  available: ReadonlySet<Encoding>,
): Encoding {
  if (!header?.trim()) return 'identity';
  const known = chosen.get(available) ?? new Map<string, Encoding>();
  const before = known.get(header);
  if (before !== undefined) return before;
  const encoding = negotiate(header, available);
  if (header.length <= LONGEST && known.size < MOST)
    chosen.set(available, known.set(header, encoding));
  return encoding;
}

function negotiate(header: string, available: ReadonlySet<Encoding>): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const [best] = negotiator.encodings([...available], { preferred });
  return (best as Encoding | undefined) ?? 'identity';
}

// Compresses resources that are served from memory: once each, so at the best level.

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Asynchronous, off the main thread: a page takes a tenth of a second. */
export const compressions = {
  br(bytes: Buffer): Promise<Buffer> {
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...hint } });
  },
  gzip(bytes: Buffer): Promise<Buffer> {
    return toGzip(bytes, { level: 9 });
  },
};

// Serves a page or an asset: negotiated encoding, conditional requests, HEAD.

/** Responds to GET or HEAD with the resource, or with 304 if the browser's copy is current. */
export function serveResource(
  request: IncomingMessage,
  response: ServerResponse,
  resource: Resource,
): void {
  const encoding = chooseEncoding(acceptEncoding(request), resource.encodings);
  const { body, headers, etag } = resource.as[encoding];
  if (resource.status === 200 && matches(request.headers['if-none-match'], etag)) {
    const { 'Content-Length': _, 'Content-Encoding': __, ...kept } = headers;
    response.writeHead(304, kept).end();
    return;
  }
  const hasBody = request.method !== 'HEAD';
  if (hasBody && typeof body === 'string') return void serveFile(response, body, headers);
  response.writeHead(resource.status, headers);
  response.end(hasBody ? body : undefined);
}

/**
 * Streams the file as fast as the client reads, so that a slow one costs no more than a buffer. Responds with 404 if
 * the file is gone, as after another build.
 */
async function serveFile(response: ServerResponse, file: string, headers: Headers): Promise<void> {
  try {
    const opened = await open(file);
    response.writeHead(200, headers);
    // A client that disconnects needs no response.
    await pipeline(opened.createReadStream(), response).catch(() => undefined);
  } catch {
    const { 'Cache-Control': _, ETag: __, 'Content-Length': ___, ...kept } = headers;
    const gone = { ...kept, 'Cache-Control': 'no-store' };
    sendProblem(response, 404, 'There is nothing at this address.', gone);
  }
}

function acceptEncoding(request: IncomingMessage): string | undefined {
  const header = request.headers['accept-encoding'];
  return Array.isArray(header) ? header.join(',') : header;
}

/** Weak comparison (RFC 9110, section 13.1.2): proxies that modify a response mark its ETag as weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
