// The headers of pages: only what the build has hashed may run or load. Only /deliveryform allows the payment window,
// and only there an inline style needs no hash; scripts need one everywhere.
import { commonHeaders } from '../platform/http/security-headers.ts';
import type { Headers } from '../platform/http/security-headers.ts';
import type { PaymentConfig } from '../platform/payment-settings.ts';

export interface PageHashes {
  /** As in a policy: "'sha256-…'". */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

type PaymentOrigins = Pick<PaymentConfig, 'scriptOrigins' | 'frameOrigins' | 'connectOrigins'>;

/** Returns the headers of a page. `payment` is given for the one page that opens the payment window. */
export function pageHeaders(
  secure: boolean,
  hashes: PageHashes,
  payment?: PaymentOrigins,
): Headers {
  return {
    ...commonHeaders(secure),
    'Content-Security-Policy': pagePolicy(hashes, payment),
    // Some banks confirm in a popup, which must be able to reply.
    'Cross-Origin-Opener-Policy': payment ? 'same-origin-allow-popups' : 'same-origin',
    'Permissions-Policy': permissions(payment),
  };
}

function pagePolicy(hashes: PageHashes, payment?: PaymentOrigins): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes.scriptHashes, ...(payment?.scriptOrigins ?? [])],
    // The window's script writes style attributes and blocks into the page, whose text changes and has no fixed hash.
    // A hash beside 'unsafe-inline' would disable that.
    'style-src': ["'self'", ...(payment ? ["'unsafe-inline'"] : hashes.styleHashes)],
    // data: for the masks in the style sheets, blob: for pictures chosen but not yet sent.
    'img-src': ["'self'", 'data:', 'blob:', ...(payment?.scriptOrigins ?? [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(payment?.connectOrigins ?? [])],
    'manifest-src': ["'self'"],
    ...(payment && { 'frame-src': payment.frameOrigins }),
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}

const neverUsed = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'usb'];

function permissions(payment?: PaymentOrigins): string {
  const allowed = payment?.frameOrigins.filter((origin) => origin.startsWith('https:')) ?? [];
  const payers = payment ? ['self', ...allowed.map((origin) => `"${origin}"`)].join(' ') : '';
  return [...neverUsed.map((name) => `${name}=()`), `payment=(${payers})`].join(', ');
}
