// The Idempotency-Key of a request that makes something: sent again under the same one, the server makes it once.
import * as v from 'valibot';
import type { Stored } from '../../platform/storage.ts';

const KeyOfRequest = v.object({ request: v.string(), key: v.string() });

/**
 * Returns the key of a request: the stored one as long as nothing about the request changes, so that a second tap, or a
 * retry after a lost response or a reload, finds what the first has made. Once that is known, remove the stored one:
 * the next request is another, even if it is the same.
 */
export function idempotencyKeyFor(request: unknown, stored: Stored): string {
  const text = JSON.stringify(request);
  const parsed = v.safeParse(KeyOfRequest, stored.read());
  if (parsed.success && parsed.output.request === text) return parsed.output.key;
  const key = createKey();
  stored.write({ request: text, key });
  return key;
}

function createKey(): string {
  // randomUUID is missing on a page that is not secure, for example in a trial over the local network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
