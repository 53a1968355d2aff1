// Where the login leads: back to the page that required it, or home.

/** The history state of the login and sign-up screens. */
export interface LoginState {
  /** A path of the shop. */
  from?: string;
  /** Filled in as the e-mail. */
  email?: string;
  /** The account was just made. */
  registered?: true;
  /** The password was just changed. */
  reset?: true;
}

const HOME = '/home';

/** Parses a history state; other code and older versions of the page write there too. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, email, registered, reset } = state as Record<string, unknown>;
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof email === 'string' && { email }),
    ...(registered === true && { registered }),
    ...(reset === true && { reset }),
  };
}

/** Returns a path inside the shop that is not a login page itself. */
export function returnPath({ from }: LoginState): string {
  if (!from || !/^\/(?![/\\])/.test(from)) return HOME;
  return /^\/(?:login|signup|forgot-password|reset-password)\b/i.test(from) ? HOME : from;
}
