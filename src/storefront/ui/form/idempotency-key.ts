/** Returns a new Idempotency-Key: what is sent again under the same one, the server saves once. */
export function createKey(): string {
  // randomUUID is missing on a page that is not secure, for example in a trial over the local network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
