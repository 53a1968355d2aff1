// The tokens in links that letters carry: 256 random bits, which the database knows by their hash only.
// Whoever reads a backup cannot open an account with it.
import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';

/** What a link is for. Its row in better-auth's table of verifications begins with it. */
export type LinkPurpose = 'password-reset' | 'email-confirmation';

const INCOMPLETE = 'This link is not complete. Please open it from the letter again.';

/** What comes back from a link. */
export const linkToken = v.pipe(
  v.string(INCOMPLETE),
  v.nonEmpty(INCOMPLETE),
  v.maxLength(200, INCOMPLETE),
);

export function newLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/** By what the database finds a token. */
export function linkIdentifier(purpose: LinkPurpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`;
}

/** All identifiers of a purpose, for LIKE. */
export function allLinks(purpose: LinkPurpose): string {
  return `${purpose}:%`;
}
