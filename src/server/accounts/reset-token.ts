// The token in a link that sets a new password: 256 random bits, which the database knows by their hash
// only. Whoever reads a backup cannot open an account with it.
import { createHash, randomBytes } from 'node:crypto';

/** Of the rows in better-auth's table of verifications. */
export const RESET_PREFIX = 'password-reset:';

export function newResetToken(): string {
  return randomBytes(32).toString('base64url');
}

/** By what the database finds a token. */
export function resetIdentifier(token: string): string {
  return RESET_PREFIX + createHash('sha256').update(token).digest('base64url');
}
