// The tokens in links that messages carry: 256 random bits, which the database knows by their hash only.
// Whoever reads a backup cannot open an account with it.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import type { Schema } from '../database/schema.ts';

/** What a link is for. Its row in better-auth's table of verifications begins with it. */
export type LinkPurpose = 'password-reset' | 'email-confirmation';

const INCOMPLETE = 'This link is not complete. Please open it from the letter again.';

/** What comes back from a link. */
export const linkToken = v.pipe(
  v.string(INCOMPLETE),
  v.nonEmpty(INCOMPLETE),
  v.maxLength(200, INCOMPLETE),
);

function newLinkToken(): string {
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

/** Drops the links of a purpose that are too old. */
export async function dropOldLinks(
  trx: Transaction<Schema>,
  now: Date,
  purpose: LinkPurpose,
): Promise<void> {
  await trx
    .deleteFrom('verification')
    .where('identifier', 'like', allLinks(purpose))
    .where('expiresAt', '<=', now.toISOString())
    .execute();
}

export interface NewLink {
  /** Of its row. Tells neither whose it is nor what opens it. */
  id: string;
  token: string;
  /** ISO-8601. */
  expiresAt: string;
}

/** Keeps a new link. `value` is the id of the account that it leads to. */
export async function keepLink(
  trx: Transaction<Schema>,
  now: Date,
  { purpose, value, lifeMs }: { purpose: LinkPurpose; value: string; lifeMs: number },
): Promise<NewLink> {
  const [id, token, at] = [randomUUID(), newLinkToken(), now.toISOString()];
  const expiresAt = new Date(now.getTime() + lifeMs).toISOString();
  const identifier = linkIdentifier(purpose, token);
  await trx
    .insertInto('verification')
    .values({ id, identifier, value, expiresAt, createdAt: at, updatedAt: at })
    .execute();
  return { id, token, expiresAt };
}
