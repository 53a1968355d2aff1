// Signing out: rare, so fetched when it is asked for.
import * as calls from '../../calls/sign-out.ts';
import { forgetTyped, LOGGED_OUT_KEY, settle } from './session.ts';

/**
 * Signs out, here or on every device, and forgets what was typed, in all tabs. Returns false if the server
 * could not be told: then the person is still signed in.
 */
export async function signOut(where: 'here' | 'everywhere' = 'here'): Promise<boolean> {
  const reply = await (where === 'here' ? calls.signOut() : calls.signOutEverywhere());
  // Already over, but perhaps not elsewhere: the person logs in and asks again.
  if (!reply.ok && reply.status === 401) settle(null);
  if (!reply.ok) return false;
  settle(null);
  forgetTyped();
  try {
    localStorage.setItem(LOGGED_OUT_KEY, new Date().toISOString());
  } catch {
    // Then no other tab of this browser has kept anything either.
  }
  return true;
}
