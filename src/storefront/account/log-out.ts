// Logs out: ends the session, and deletes what the checkout kept of the account. Rarely used, so it is fetched on
// demand.
import * as calls from '../session/session.ts';
import { sessionStore, setSession } from '../session/session.ts';
import { removeUnpaid } from '../checkout/stored-payments.ts';

/** Resolves to false if the server did not log out: then the person is still logged in, and nothing is deleted. */
export async function logOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const { user } = sessionStore.snapshot();
  const done = await signOut(where);
  if (done && user) removeUnpaid(user.id, new Date());
  return done;
}

/** Deletes what this browser kept of a deleted account. */
export function forgetAccount(userId: string): void {
  forget();
  removeUnpaid(userId, new Date());
}

// Signs out. Rarely used, so it is fetched on demand.

/**
 * Signs out, here or on every device, and deletes what was typed, in all tabs. Resolves to false if the server could
 * not be reached: then the person is still signed in.
 */
export async function signOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const reply = await (where === 'here' ? calls.signOut() : calls.signOutEverywhere());
  // Already over here, but perhaps not elsewhere: the person logs in and tries again.
  if (!reply.ok && reply.status === 401) setSession(null);
  if (!reply.ok) return false;
  forget();
  return true;
}

/** Call once the session is over: updates the store and deletes what was typed, in all tabs. */
export function forget(): void {
  try {
    sessionStorage.clear();
    // Notifies the other tabs, whose boot.ts deletes their drafts as well: this is more than a session that ended.
    localStorage.setItem('maalai.signed-in', '');
  } catch {
    // Storage is refused, so nothing was kept, here or in another tab.
  }
  setSession(null);
}
