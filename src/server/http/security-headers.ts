// What every answer tells the browser to refuse.
export type Headers = Readonly<Record<string, string>>;

const TWO_YEARS = 63_072_000;

/** Headers of every answer. `secure`: the public address is https. */
export function commonHeaders(secure: boolean): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(secure && { 'Strict-Transport-Security': `max-age=${TWO_YEARS}; includeSubDomains` }),
  };
}

/** Headers of what is no page: opened by itself it loads nothing, runs nothing and stands in no frame. */
export function assetHeaders(secure: boolean): Headers {
  return {
    ...commonHeaders(secure),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  };
}

/** Headers of a call. */
export function callHeaders(secure: boolean): Headers {
  return { ...assetHeaders(secure), 'Cache-Control': 'no-store' };
}
