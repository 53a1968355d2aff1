// Confirms that an e-mail address belongs to its account, by a link that is sent there. Purchases do not require it,
// but e-mails repeat what a shopper wrote only to confirmed addresses.
import type { Limits } from '../platform/http/limits.ts';
import type { Database } from '../platform/database/schema.ts';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Schema } from '../platform/database/schema.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { allLinks, deleteOldLinks, storeLink, linkIdentifier, linkToken } from './links.ts';
import { requireUser } from '../platform/http/api.ts';

/** Seven days: nothing depends on it, and some people read their e-mail only at the weekend. */
const LINK_LIFE_MS = 7 * 86_400_000;

interface Owner {
  id: string;
  email: string;
}

/** Enqueues the e-mail with the link, in the caller's transaction. */
export async function enqueueConfirmation(
  trx: Transaction<Schema>,
  now: Date,
  { id: userId, email }: Owner,
): Promise<void> {
  const link = { purpose: 'email-confirmation', value: userId, lifeMs: LINK_LIFE_MS } as const;
  const { id, token, expiresAt } = await storeLink(trx, now, link);
  await enqueueMail(trx, now, [
    {
      kind: 'email-confirmation',
      dedupeKey: `email-confirmation:${id}`,
      recipient: email,
      facts: { email, token, expiresAt },
    },
  ]);
}

/** Sends the e-mail again, unless the address is confirmed. */
async function sendConfirmationAgain(
  { db, clock, mailer }: { db: Database; clock: () => Date; mailer: { kick(): unknown } },
  owner: Owner,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await isEmailConfirmed(trx, owner.id)) return;
    const now = clock();
    await deleteOldLinks(trx, now, 'email-confirmation');
    await enqueueConfirmation(trx, now, owner);
  });
  setImmediate(() => mailer.kick());
}

/**
 * Confirms the e-mail of the account that the token was sent to. Throws a 400 problem for a link that was
 * used, has expired or never existed.
 */
async function confirmEmail(
  { db, clock }: { db: Database; clock: () => Date },
  token: string,
): Promise<void> {
  const at = clock().toISOString();
  await db.transaction().execute(async (trx) => {
    const link = await trx
      .deleteFrom('verification')
      .where('identifier', '=', linkIdentifier('email-confirmation', token))
      .where('expiresAt', '>', at)
      .returning('value')
      .executeTakeFirst();
    if (!link) throw badLink();
    await markConfirmed(trx, link.value, at);
  });
}

/** Marks the address as confirmed and removes the links that would confirm it. */
export async function markConfirmed(
  trx: Transaction<Schema>,
  userId: string,
  at: string,
): Promise<void> {
  // SQLite cannot bind booleans.
  const confirmed = { emailVerified: sql<boolean>`true`, updatedAt: at };
  await trx.updateTable('user').set(confirmed).where('id', '=', userId).execute();
  await trx
    .deleteFrom('verification')
    .where('identifier', 'like', allLinks('email-confirmation'))
    .where('value', '=', userId)
    .execute();
}

/** Resolves to whether the account has confirmed its e-mail; false for a deleted account. */
export async function isEmailConfirmed(trx: Transaction<Schema>, userId: string): Promise<boolean> {
  const query = trx.selectFrom('user').select('emailVerified').where('id', '=', userId);
  return Boolean((await query.executeTakeFirst())?.emailVerified);
}

function badLink(): ProblemError {
  const message =
    'This link has been used or is too old. If you have used it, your e-mail is confirmed; if not, please ask for a new one.';
  return new ProblemError(400, message, { code: 'INVALID_TOKEN', message });
}

// The routes that confirm an e-mail address, under better-auth's names: one sends the e-mail again, one takes the
// token of its link.

const ConfirmRequest = v.object({ token: linkToken });

type ConfirmationRoutesParts = {
  db: Database;
  clock: () => Date;
  limits: Limits<'confirmation'>;
  mailer: { kick(): unknown };
};

/** Returns the routes with their full paths, to be mounted at '/'. */
export function confirmationRoutes(parts: ConfirmationRoutesParts): Hono<ServerEnv> {
  const { limits } = parts;
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/send-verification-email', async (c) => {
    const user = await requireUser(c);
    await limits.confirmation.consume({ account: user.email, address: c.get('clientAddress') });
    await sendConfirmationAgain(parts, user);
    return c.json({ status: true });
  });

  routes.post('/api/auth/verify-email', async (c) => {
    await limits.confirmation.consume({ address: c.get('clientAddress') });
    const { token } = await readJson(c, ConfirmRequest);
    await confirmEmail(parts, token);
    return c.json({ status: true });
  });

  return routes;
}
