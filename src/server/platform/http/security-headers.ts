// Security headers by kind of response. `secure`: the public address is https.
export type Headers = Readonly<Record<string, string>>;

const TWO_YEARS = 63_072_000;

/** Headers of every response. */
export function commonHeaders(secure: boolean): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(secure && { 'Strict-Transport-Security': `max-age=${TWO_YEARS}; includeSubDomains` }),
  };
}

/** Headers of everything but pages: opened on its own, it loads nothing, runs nothing and cannot be framed. */
export function assetHeaders(secure: boolean): Headers {
  return {
    ...commonHeaders(secure),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  };
}

/** Headers of an API route. */
export function callHeaders(secure: boolean): Headers {
  return { ...assetHeaders(secure), 'Cache-Control': 'no-store' };
}
