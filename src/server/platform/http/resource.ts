// A resource served from memory, or from a file: its bytes in every encoding, each with its headers.
import { createHash } from 'node:crypto';
import type { Encoding } from './accept-encoding.ts';
import { compressions } from './compress.ts';
import type { Headers } from './security-headers.ts';

export interface Representation {
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
