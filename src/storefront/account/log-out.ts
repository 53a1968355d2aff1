// Logs out: ends the session, and deletes what this browser stored of the account. Rarely used, so it is fetched on
// demand.
import { removeUnpaid } from '../checkout/stored-payments.ts';
import { now } from '../platform/clock.ts';
import { clearTab, storeText } from '../platform/storage.ts';
import {
  sessionStore,
  setSession,
  signOut as endSession,
  signOutEverywhere,
} from '../session/session.ts';

/** Resolves to false if the server did not log out: then the person is still logged in, and nothing is deleted. */
export async function logOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const { user } = sessionStore.snapshot();
  const done = await signOut(where);
  if (done && user) removeUnpaid(user.id, now());
  return done;
}

/** Deletes what this browser stored of a deleted account. */
export function forgetAccount(userId: string): void {
  forget();
  removeUnpaid(userId, now());
}

/**
 * Signs out, here or on every device, and deletes what was typed, in all tabs. Resolves to false if the server could
 * not be reached: then the person is still signed in.
 */
export async function signOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const result = await (where === 'here' ? endSession() : signOutEverywhere());
  // Already over here, but perhaps not elsewhere: the person logs in and tries again.
  if (!result.ok && result.status === 401) setSession(null);
  if (!result.ok) return false;
  forget();
  return true;
}

/** For a session that is over: updates the store and deletes what was typed, in all tabs. */
function forget(): void {
  clearTab();
  // Notifies the other tabs, whose boot.ts deletes their drafts as well: this is more than a session that ended. If
  // storage is refused, they have stored nothing.
  storeText(() => localStorage, 'maalai.signed-in', '');
  setSession(null);
}
