// Signing out: rare, so fetched when it is asked for.
import * as calls from '../../calls/sign-out.ts';
import { settle } from './session.ts';

/**
 * Signs out, and forgets what was typed in this tab. False if the server could not be told: then
 * the person is still signed in.
 */
export async function signOut(): Promise<boolean> {
  const reply = await calls.signOut();
  if (!reply.ok) return false;
  settle(null);
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was kept.
  }
  return true;
}
