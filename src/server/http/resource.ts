// Something to hand out from memory: its bytes in every encoding, each with its headers ready.
import { createHash } from 'node:crypto';
import type { Encoding } from './accept-encoding.ts';
import { compressions } from './compress.ts';
import type { Headers } from './security-headers.ts';

export interface Representation {
  body: Buffer;
  headers: Headers;
  /** With its quotes; another one for each encoding, as their bytes differ. */
  etag: string;
}

/** `encodings` are the ways in which it is there. */
export interface Resource {
  status: 200 | 404;
  encodings: ReadonlySet<Encoding>;
  as: Readonly<Record<Encoding, Representation>>;
}

/** What it is made of: the bytes as they are and, where they could be compressed, compressed. */
export interface Bodies extends Partial<Record<Encoding, Buffer>> {
  identity: Buffer;
}

/** Makes a resource. `negotiated`: other callers may get other bytes, so caches must keep them apart. */
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

/** The resource with another body, in the same encodings and under the same headers but for its tags. */
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

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
