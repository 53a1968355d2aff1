// The links in e-mails that work once: 256 random bits each. The database has only their hashes, so a backup gives
// access to no account.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Schema } from '../platform/database/schema.ts';

/** What a link is for; the prefix of its identifier in better-auth's table `verification`. */
type LinkPurpose = 'password-reset' | 'email-confirmation';

const INCOMPLETE = 'This link is incomplete. Please open it from the e-mail again.';

/** The token as a client sends it. */
export const linkToken = v.pipe(
  v.string(INCOMPLETE),
  v.nonEmpty(INCOMPLETE),
  v.maxLength(200, INCOMPLETE),
);

/**
 * Stores a new link and returns its token. `value` is the id of the account. The id of its row reveals neither the
 * account nor the token.
 */
export async function storeLink(
  trx: Transaction<Schema>,
  now: Date,
  { purpose, value, lifeMs }: { purpose: LinkPurpose; value: string; lifeMs: number },
): Promise<{ id: string; token: string; expiresAt: string }> {
  const [id, at] = [randomUUID(), now.toISOString()];
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMs).toISOString();
  const identifier = linkIdentifier(purpose, token);
  await trx
    .insertInto('verification')
    .values({ id, identifier, value, expiresAt, createdAt: at, updatedAt: at })
    .execute();
  return { id, token, expiresAt };
}

/**
 * Returns where e-mails to an address arrive, for the limit of a mailbox: without what follows a '+', which all large
 * providers ignore, and for Gmail without its dots.
 * @param email in lower case
 */
export function plainMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, host] = [email.slice(0, at).replace(/(?<=.)\+.*$/, ''), email.slice(at + 1)];
  const isGmail = host === 'gmail.com' || host === 'googlemail.com';
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

/** Returns the key under which the database has the token. */
export function linkIdentifier(purpose: LinkPurpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`;
}

/** Deletes a link that has not expired at `at`, and locks its account. Resolves to undefined if there is none. */
export async function consumeLink(trx: Transaction<Schema>, identifier: string, at: string) {
  const link = trx.selectFrom('verification').select('value').where('identifier', '=', identifier);
  await lockAccount(trx, (await link.executeTakeFirst())?.value ?? '');
  return trx
    .deleteFrom('verification')
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', at)
    .returning(['id', 'value'])
    .executeTakeFirst();
}

/** Resolves to whether there is a link with this value; expired ones count until they are deleted. */
export async function hasLink(
  trx: Transaction<Schema>,
  value: string,
  purpose: LinkPurpose,
): Promise<boolean> {
  const link = trx
    .selectFrom('verification')
    .select('id')
    .where('value', '=', value)
    .where('identifier', 'like', `${purpose}:%`);
  return (await link.executeTakeFirst()) !== undefined;
}

/** Deletes the expired links of a purpose. */
export async function deleteOldLinks(
  trx: Transaction<Schema>,
  now: Date,
  purpose: LinkPurpose,
): Promise<void> {
  await linksFor(trx, purpose).where('expiresAt', '<=', now.toISOString()).execute();
}

/** Deletes all links of an account for a purpose. */
export async function deleteLinks(
  trx: Transaction<Schema>,
  userId: string,
  purpose: LinkPurpose,
): Promise<void> {
  await linksFor(trx, purpose).where('value', '=', userId).execute();
}

function linksFor(trx: Transaction<Schema>, purpose: LinkPurpose) {
  return trx.deleteFrom('verification').where('identifier', 'like', `${purpose}:%`);
}
