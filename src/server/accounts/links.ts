// The tokens of links in e-mails: 256 random bits. The database has only their hashes, so a backup gives
// access to no account.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import type { Schema } from '../platform/database/schema.ts';

/** What a link is for; the prefix of its identifier in better-auth's table `verification`. */
export type LinkPurpose = 'password-reset' | 'email-confirmation';

const INCOMPLETE = 'This link is incomplete. Please open it from the e-mail again.';

/** The token as a client sends it. */
export const linkToken = v.pipe(
  v.string(INCOMPLETE),
  v.nonEmpty(INCOMPLETE),
  v.maxLength(200, INCOMPLETE),
);

function newLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the key under which the database has the token. */
export function linkIdentifier(purpose: LinkPurpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`;
}

/** Returns the LIKE pattern of all links of a purpose. */
export function allLinks(purpose: LinkPurpose): string {
  return `${purpose}:%`;
}

/** Deletes the expired links of a purpose. */
export async function deleteOldLinks(
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
  /** The id of its row. Reveals neither the account nor the token. */
  id: string;
  token: string;
  /** ISO-8601. */
  expiresAt: string;
}

/** Stores a new link and returns its token. `value` is the id of the account. */
export async function storeLink(
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
