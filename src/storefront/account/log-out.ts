// Logs out: ends the session, and deletes what the checkout kept of the account. Rarely used, so it is fetched on
// demand.
import { sessionStore } from '../session/session.ts';
import { forget, signOut } from './sign-out.ts';
import { forgetUnpaid } from '../checkout/stored-payments.ts';

/** Resolves to false if the server did not log out: then the person is still logged in, and nothing is deleted. */
export async function logOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const { user } = sessionStore.snapshot();
  const done = await signOut(where);
  if (done && user) forgetUnpaid(user.id, new Date());
  return done;
}

/** Deletes what this browser kept of a deleted account. */
export function forgetAccount(userId: string): void {
  forget();
  forgetUnpaid(userId, new Date());
}
