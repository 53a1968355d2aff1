// Confirms that an e-mail address belongs to its account, by a link that is sent there. Purchases do not require it,
// but e-mails repeat what a shopper wrote only to confirmed addresses.
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { enqueueMail } from '../mail/outbox.ts';
import { isEmailConfirmed, lockAccount } from '../platform/database/account-rows.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { requireUser, signedOut } from '../platform/http/api.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import type { Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readJson } from '../platform/http/request.ts';
import {
  consumeLink,
  deleteLinks,
  deleteOldLinks,
  linkIdentifier,
  linkToken,
  plainMailbox,
  storeLink,
} from './links.ts';

/** Seven days: nothing depends on it, and some people read their e-mail only at the weekend. */
const LINK_LIFE_MS = 7 * 86_400_000;

const ConfirmRequest = v.object({ token: linkToken });

interface ConfirmationParts {
  db: Database;
  clock: () => Date;
  limits: Limits<'email' | 'anonymous'>;
  mailer: { kick(): unknown };
}

interface Owner {
  id: string;
  email: string;
}

/** Returns the routes with their full paths, under better-auth's names, to be mounted at '/'. */
export function confirmationRoutes(parts: ConfirmationParts): Hono<ServerEnv> {
  const { limits } = parts;
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/send-verification-email', async (c) => {
    const user = await requireUser(c);
    const mailbox = plainMailbox(user.email);
    await limits.email.consume({ mailbox, address: c.get('clientAddress') });
    await sendConfirmationAgain(parts, user);
    return c.json({ status: true });
  });

  routes.post('/api/auth/verify-email', async (c) => {
    const { token } = await readJson(c, ConfirmRequest);
    // Counted only if it is invalid: a genuine link works whatever others sent from the same address.
    if (!(await confirmEmail(parts, token))) {
      await limits.anonymous.consume({ address: c.get('clientAddress') }, 10);
      throw badLink();
    }
    return c.json({ status: true });
  });

  return routes;
}

/** Sends the e-mail again, unless the address is confirmed. */
async function sendConfirmationAgain(
  { db, clock, mailer }: ConfirmationParts,
  owner: Owner,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, owner.id))) throw signedOut();
    if (await isEmailConfirmed(trx, owner.id)) return;
    const now = clock();
    await deleteOldLinks(trx, now, 'email-confirmation');
    await enqueueConfirmation(trx, now, owner);
  });
  setImmediate(() => mailer.kick());
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

/**
 * Confirms the e-mail of the account that the token was sent to. Resolves to false for a link that was used, has expired
 * or never existed.
 */
async function confirmEmail({ db, clock }: ConfirmationParts, token: string): Promise<boolean> {
  const at = clock().toISOString();
  return db.transaction().execute(async (trx) => {
    const link = await consumeLink(trx, linkIdentifier('email-confirmation', token), at);
    if (link) await markConfirmed(trx, link.value, at);
    return link !== undefined;
  });
}

function badLink(): ProblemError {
  const message =
    'This link has been used or is too old. If you have used it, your e-mail is confirmed; if not, please ask for a new one.';
  return new ProblemError(400, message, { code: 'INVALID_TOKEN', message });
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
  await deleteLinks(trx, userId, 'email-confirmation');
}
