// Names for the log that tell whether two lines are about the same address, and not which one it is.
import { createHmac, hkdfSync } from 'node:crypto';
import type { Context } from 'hono';
import type { ServerEnv } from './server-env.ts';

export type Pseudonym = (text: string) => string;

/** Returns the pseudonyms of a shop: 12 characters, the same for the same text as long as `secret` is. */
export function createPseudonym(secret: string): Pseudonym {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'maalai.pseudonym', 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 12);
}

/** Has the line of this call tell whose account it was about, by the pseudonym of the e-mail. */
export function noteAccount(c: Context<ServerEnv>, email: string): void {
  c.set('account', c.get('pseudonym')(email.toLowerCase()));
}
