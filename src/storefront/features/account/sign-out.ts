// Signing out: rare, so fetched when it is asked for.
import * as calls from '../../api/sign-out.ts';
import { settle } from './session.ts';

/**
 * Signs out, here or on every device, and forgets what was typed, in all tabs. Returns false if the server
 * could not be told: then the person is still signed in.
 */
export async function signOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const reply = await (where === 'here' ? calls.signOut() : calls.signOutEverywhere());
  // Already over, but perhaps not elsewhere: the person logs in and asks again.
  if (!reply.ok && reply.status === 401) settle(null);
  if (!reply.ok) return false;
  forget();
  return true;
}

/** Once the session is over: makes it known and forgets what was typed, in all tabs. */
export function forget(): void {
  try {
    sessionStorage.clear();
    // Tells the other tabs, whose boot.ts forgets as well: it is more than a session that ended.
    localStorage.setItem('maalai.signed-in', '');
  } catch {
    // Then nothing was kept, here or in another tab.
  }
  settle(null);
}
