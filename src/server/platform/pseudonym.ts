// Pseudonyms of e-mail and IP addresses for the log: equal for equal addresses, without revealing them.
import { createHmac, hkdfSync } from 'node:crypto';
import type { Context } from 'hono';
import type { ServerEnv } from './http/server-env.ts';

export type Pseudonym = (text: string) => string;

/** Returns a function that maps a text to 12 characters, the same ones as long as `secret` stays the same. */
export function createPseudonym(secret: string): Pseudonym {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'maalai.pseudonym', 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 12);
}

/** Adds the pseudonym of the e-mail to the log line of this request. */
export function noteAccount(c: Context<ServerEnv>, email: string): void {
  c.set('account', c.get('pseudonym')(email.toLowerCase()));
}
