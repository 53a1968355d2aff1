// 'Forgot password?': e-mails a link to the account. Neither the response nor its duration reveals whether the
// address has an account: an unknown one costs the same writes.
import type { AppParts } from '../app-parts.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { dropOldLinks, keepLink } from './links.ts';

const LINK_LIFE_MS = 60 * 60_000;

/** In place of an account id, for an unknown address. Nobody learns the token. */
const NOBODY = '';

/** Enqueues the e-mail with a link that works once, for an hour. `email` must be in lower case. */
export async function requestPasswordReset(
  { db, clock, mailer }: Pick<AppParts, 'db' | 'clock' | 'mailer'>,
  email: string,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const account = trx.selectFrom('user').select('id').where('email', '=', email);
    const user = await account.executeTakeFirst();
    await dropOldLinks(trx, now, 'password-reset');
    const value = user?.id ?? NOBODY;
    const link = { purpose: 'password-reset', value, lifeMs: LINK_LIFE_MS } as const;
    const { id, token, expiresAt } = await keepLink(trx, now, link);
    if (!user) return;
    await enqueueMail(trx, now, [
      {
        kind: 'password-reset',
        // Also used as a file name and in the log: it must reveal neither the account nor the token.
        dedupeKey: `password-reset:${id}`,
        recipient: email,
        facts: { email, token, expiresAt },
      },
    ]);
  });
  // After the response: rendering the e-mail takes time.
  setImmediate(() => mailer.kick());
}
