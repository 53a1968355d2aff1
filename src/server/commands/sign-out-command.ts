// `npm run sign-out -- EMAIL`: ends every session of an account, for example after a customer reports a stolen phone
// or a stranger in the account. The shop may be running.
import { CommandError } from '../platform/failures.ts';
import { onlyArgument } from './embedded-shop.ts';
import { inShop } from './main.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const email = onlyArgument('Sign out whom? npm run sign-out -- asha@example.com').toLowerCase();
  return inShop(async ({ db }) => {
    const account = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (!account) throw new CommandError(`No account has the e-mail ${email}.`);
    const ended = await db
      .deleteFrom('session')
      .where('userId', '=', account.id)
      .executeTakeFirst();
    const count = Number(ended.numDeletedRows);
    return `${email} is signed out: ${count === 1 ? '1 session has' : `${count} sessions have`} ended.`;
  });
});
