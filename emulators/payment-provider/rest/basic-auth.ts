// The provider's calls are made with the key's id and secret as a user's name and password.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../http/answer.ts';
import { ProviderError } from '../http/provider-error.ts';

export interface Keys {
  readonly keyId: string;
  readonly keySecret: string;
}

/** Throws the provider's 401 unless the call carries the right key. */
export function requireKey(call: Call, { keyId, keySecret }: Keys): void {
  const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  if (!sameText(call.headers.authorization ?? '', expected)) {
    throw new ProviderError('Authentication failed', {
      status: 401,
      reason: 'authentication_failed',
    });
  }
}

/** Compares in a time that does not depend on what the texts share. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
