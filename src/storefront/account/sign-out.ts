// Signs out. Rarely used, so it is fetched on demand.
import * as calls from '../session/sign-out.ts';
import { settle } from '../session/session.ts';

/**
 * Signs out, here or on every device, and deletes what was typed, in all tabs. Resolves to false if the server could
 * not be reached: then the person is still signed in.
 */
export async function signOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const reply = await (where === 'here' ? calls.signOut() : calls.signOutEverywhere());
  // Already over here, but perhaps not elsewhere: the person logs in and tries again.
  if (!reply.ok && reply.status === 401) settle(null);
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
  settle(null);
}
