// The Idempotency-Key of an order: the same as long as nothing about the order changes, so that a second tap, a retry
// after a lost response or a reload finds the payment order that already exists.
import * as v from 'valibot';
import { inTab } from '../platform/storage.ts';

const kept = inTab('maalai.attempt');

const Attempt = v.object({ request: v.string(), key: v.string() });
type Attempt = v.InferOutput<typeof Attempt>;

let current: Attempt | undefined;

function readKept(): Attempt | undefined {
  const parsed = v.safeParse(Attempt, kept.read());
  return parsed.success ? parsed.output : undefined;
}

function newKey(): string {
  // randomUUID is missing on a page that is not secure, for example in a trial over the local network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the key for a request: the previous one if the request is the same, a new one if not. */
export function attemptKeyFor(request: unknown): string {
  const text = JSON.stringify(request);
  current ??= readKept();
  if (current?.request !== text) {
    current = { request: text, key: newKey() };
    // If the browser refuses storage, the key is kept in memory until the page is left.
    kept.write(current);
  }
  return current.key;
}

/** The next request gets a new key, even if it is the same: after an order is paid, or refused for good. */
export function forgetAttemptKey(): void {
  current = undefined;
  kept.remove();
}
