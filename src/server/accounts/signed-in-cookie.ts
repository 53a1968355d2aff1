// A second cookie beside the session's, which scripts can read: pages ask who is signed in only if it is there. It says
// nothing but that there is a session, and the server never reads it.
import type { Context, MiddlewareHandler } from 'hono';

const SESSION = 'session_token=';
const SIGNED_IN = 'signed_in=';

/** Adds the cookie to each response that sets or removes the session's cookie, with the same lifetime. */
export const signedInCookie: MiddlewareHandler = async (c: Context, next) => {
  await next();
  for (const cookie of c.res.headers.getSetCookie()) {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [prefix, value] = pair.split(SESSION);
    if (value === undefined) continue;
    const own = attributes.filter((attribute) => attribute !== 'HttpOnly');
    const signedIn = [`${prefix}${SIGNED_IN}${value && 1}`, ...own].join('; ');
    c.header('Set-Cookie', signedIn, { append: true });
  }
};
