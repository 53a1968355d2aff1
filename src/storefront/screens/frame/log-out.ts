// Logging out, from wherever it is asked for: the account and what the checkout kept of it. Rare, so fetched
// when it is asked for.
import { sessionStore } from '../../features/account/session.ts';
import { forget, signOut } from '../../features/account/sign-out.ts';
import { forgetUnpaid } from '../../features/checkout/payment/pending-payments.ts';

/** Returns false if the server did not log out: then the person is still logged in, and nothing is forgotten. */
export async function logOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const { user } = sessionStore.snapshot();
  const done = await signOut(where);
  if (done && user) forgetUnpaid(user.id, new Date());
  return done;
}

/** Forgets an account that is no more. */
export function forgetAccount(userId: string): void {
  forget();
  forgetUnpaid(userId, new Date());
}
