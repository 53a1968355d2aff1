// 'Forgot password?': e-mails a link to the account. Neither the response nor its duration reveals whether the
// address has an account: an unknown one costs the same writes.
import type { AppParts } from '../app-parts.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { dropOldLinks, keepLink } from './link-token.ts';

const LINK_LIFE_MS = 60 * 60_000;

/** Of no account: nobody knows the token that would lead to it. */
const NOBODY = '';

/** `email` in lower case. The link works once, for an hour. */
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
        // Also the file's name and a word in the log: it must not tell whose it is or open anything.
        dedupeKey: `password-reset:${id}`,
        recipient: email,
        facts: { email, token, expiresAt },
      },
    ]);
  });
  // After the response: rendering the e-mail takes time.
  setImmediate(() => mailer.kick());
}
