// An authenticator app.
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';

/**
 * Adds a setup key, with or without its spaces, to an app. Returns a function that resolves to the app's code now, or some
 * steps of thirty seconds later.
 * @param clock of the phone, in milliseconds
 */
export function openAuthenticator(
  setupKey: string,
  clock = Date.now,
): (later?: number) => Promise<string> {
  const secret = new TextDecoder().decode(base32.decode(setupKey.replaceAll(' ', '')));
  return (later = 0) => createOTP(secret).hotp(Math.floor(clock() / 30_000) + later);
}
