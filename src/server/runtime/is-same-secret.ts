import { timingSafeEqual } from 'node:crypto';

/** Returns whether both are equal, in a time that tells nothing of the bytes in which they differ; the length is public. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [left, right] = [bytesOf(given), bytesOf(expected)];
  // timingSafeEqual throws on unequal lengths.
  return left.length === right.length && timingSafeEqual(left, right);
}

function bytesOf(secret: string | Uint8Array): Uint8Array {
  return typeof secret === 'string' ? Buffer.from(secret) : secret;
}
