// A page or an asset, served from memory or from a file: its bytes in every encoding, each with its headers; negotiated
// encoding, conditional requests, HEAD.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { createBudget } from './budget.ts';
import { createFairQueue } from './fair-queue.ts';
import { unlessMissing } from '../files.ts';
import { sendProblem } from './problem.ts';
import type { Headers } from './problem.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

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

/** Best compression first: the first one wins a tie. */
const compressed = ['br', 'gzip'] as const;

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
 * Responds to GET or HEAD with the resource, or with 304 if the browser's copy is current. All responses of one that is in
 * memory share its bytes.
 * @param caller returns the networks of who asks, as `clientNetworks` does; for files
 */
export function serveResource(
  request: IncomingMessage,
  response: ServerResponse,
  resource: Resource,
  caller: () => readonly string[],
): void {
  const accepted = request.headers['accept-encoding'];
  const header = Array.isArray(accepted) ? accepted.join(',') : accepted;
  const encoding = chooseEncoding(header, resource.encodings);
  const { body, headers, etag } = resource.as[encoding];
  if (resource.status === 200 && matches(request.headers['if-none-match'], etag)) {
    const { 'Content-Length': _, 'Content-Encoding': __, ...others } = headers;
    response.writeHead(304, others).end();
    return;
  }
  const hasBody = request.method !== 'HEAD';
  if (hasBody && typeof body === 'string') {
    const reader = { networks: caller(), cutOff: () => request.socket.destroy() };
    return void serveFile(response, { path: body, headers, reader });
  }
  response.writeHead(resource.status, headers);
  response.end(hasBody ? body : undefined);
}

interface FileReader {
  networks: readonly string[];
  /** Closes the connection: others need its place. */
  cutOff: () => void;
}

/** Responds with the file, or with 404 if it is gone, as after another build. */
async function serveFile(
  response: ServerResponse,
  { path, headers, reader }: { path: string; headers: Headers; reader: FileReader },
): Promise<void> {
  const { bytes } = (await openFile(path, reader).catch(() => undefined)) ?? {};
  if (bytes === undefined) {
    const { 'Cache-Control': _, ETag: __, 'Content-Length': ___, ...others } = headers;
    const gone = { ...others, 'Cache-Control': 'no-store' };
    return sendProblem(response, 404, 'There is nothing at this address.', gone);
  }
  // A client that disconnects needs no response.
  if (response.destroyed) return void bytes.cancel();
  response.writeHead(200, headers);
  await pipeline(bytes, response).catch(() => undefined);
}

/** Of a file, in bytes: what a slow client holds of it. */
const PIECE = 64 * 1024;

/**
 * 128 MB. Two thousand connections may read nothing: whoever is cut off connects again at once, which costs
 * more than to let it wait.
 */
const files = createBudget(2_048 * PIECE);

/** Networks take turns with their reads, few at a time: a thousand that are ready at once would hold up all other work. */
const reads = createFairQueue({ atOnce: 8, waiting: Infinity, busy: '' });

/**
 * Opens a file for a response. Resolves to its size in bytes and to its bytes, which are read piece by piece as fast as the
 * client takes them, and have to be read to their end or cancelled; to undefined if there is no such file.
 */
export async function openFile(
  path: string,
  { networks, cutOff }: FileReader,
): Promise<{ size: number; bytes: ReadableStream<Uint8Array> } | undefined> {
  const file = await reads.run(networks, () => open(path).catch(unlessMissing));
  if (file === undefined) return undefined;
  const { size } = await file.stat();
  const held = Math.min(size, PIECE);
  const holding = files.hold(networks, () => {
    cutOff();
    void end();
  });
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    holding.release();
    await file.close();
  };
  holding.resize(held);
  const bytes = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        holding.resize(held);
        const piece = await reads.run(networks, async () => (isOpen ? readPiece(file) : undefined));
        if (piece) return controller.enqueue(piece);
        await end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return { size, bytes };
}

/**
 * Returns bytes of memory for a response, piece by piece as fast as the client takes them. A slow client holds all of them:
 * whoever else shares them may let go of them before it does.
 */
export function streamBytes(
  bytes: Uint8Array,
  { networks, cutOff }: FileReader,
): ReadableStream<Uint8Array> {
  async function* split() {
    const holding = files.hold(networks, cutOff);
    try {
      for (let sent = 0; sent < bytes.length; sent += PIECE) {
        holding.resize(bytes.length);
        // The last of several waits in the socket. As a view, it would hold all the others too.
        yield bytes.length <= PIECE ? bytes : Buffer.copyBytesFrom(bytes, sent, PIECE);
      }
    } finally {
      holding.release();
    }
  }
  return WebStream.from(split()) as ReadableStream<Uint8Array>;
}

/** Resolves to undefined at the end. */
async function readPiece(file: FileHandle): Promise<Uint8Array | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(PIECE));
  return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
}

/** Weak comparison (RFC 9110, section 13.1.2): proxies that modify a response mark its ETag as weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Browsers send few different headers. Longer ones, and more of them, are not worth the memory. */
const LONGEST = 100;
const MOST = 20;

const chosen = new WeakMap<ReadonlySet<Encoding>, Map<string, Encoding>>();

/**
 * Returns the best available encoding for an Accept-Encoding header (RFC 9110, section 12.5.3). Identity if none fits: any
 * browser can read it.
 */
export function chooseEncoding(
  header: string | undefined,
  available: ReadonlySet<Encoding>,
): Encoding {
  if (!header?.trim()) return 'identity';
  const known = chosen.get(available) ?? new Map<string, Encoding>();
  const before = known.get(header);
  if (before !== undefined) return before;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const [best] = negotiator.encodings([...available], { preferred: compressed });
  const encoding = (best as Encoding | undefined) ?? 'identity';
  if (header.length <= LONGEST && known.size < MOST)
    chosen.set(available, known.set(header, encoding));
  return encoding;
}
