// Scores a response as the HTTP Observatory does (developer.mozilla.org/observatory), with the published names and points
// of the rules that apply to the shop's responses. Its own package is not used, because it depends on a database's native
// client and an error reporting service.
import type { IncomingHttpHeaders } from 'node:http';

const points = {
  'csp-implemented-with-no-unsafe-default-src-none': 10,
  'csp-implemented-with-no-unsafe': 5,
  'csp-implemented-with-unsafe-inline-in-style-src-only': 0,
  'csp-implemented-with-insecure-scheme-in-passive-content-only': -10,
  'csp-implemented-with-unsafe-eval': -10,
  'csp-implemented-with-unsafe-inline': -20,
  'csp-implemented-with-insecure-scheme': -20,
  'csp-not-implemented': -25,
  'cookies-secure-with-httponly-sessions-and-samesite': 5,
  'cookies-secure-with-httponly-sessions': 0,
  'cookies-not-found': 0,
  'cookies-without-secure-flag': -20,
  'cookies-session-without-httponly-flag': -30,
  'cookies-session-without-secure-flag': -40,
  'cross-origin-resource-sharing-not-implemented': 0,
  'cross-origin-resource-sharing-implemented-with-public-access': 0,
  'cross-origin-resource-sharing-implemented-with-universal-access': -50,
  // The shop offers no plain http: the proxy in front redirects it, or has no such port.
  'redirection-not-needed-no-http': 0,
  'referrer-policy-private': 5,
  'referrer-policy-not-implemented': 0,
  'referrer-policy-unsafe': -5,
  'hsts-implemented-max-age-at-least-six-months': 0,
  'hsts-implemented-max-age-less-than-six-months': -10,
  'hsts-not-implemented': -20,
  'sri-implemented-and-all-scripts-loaded-securely': 5,
  'sri-not-implemented-but-no-scripts-loaded': 0,
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': 0,
  'sri-not-implemented-but-external-scripts-loaded-securely': -5,
  'x-content-type-options-nosniff': 0,
  'x-content-type-options-not-implemented': -5,
  'x-frame-options-implemented-via-csp': 5,
  'x-frame-options-sameorigin-or-deny': 5,
  'x-frame-options-not-implemented': -20,
  'corp-implemented-with-same-origin': 10,
  'corp-implemented-with-same-site': 10,
  'corp-implemented-with-cross-origin': 0,
  'corp-not-implemented': 0,
  'coep-implemented-with-require-corp': 10,
  'coep-implemented-with-credentialless': 10,
  'coep-not-implemented': 0,
  'coop-implemented-with-same-origin': 10,
  'coop-implemented-with-same-origin-allow-popups': 10,
  'coop-not-implemented': 0,
} as const;
export type Rule = keyof typeof points;

/** The lowest score without bonus points for which bonus points count. */
const LEAST_FOR_BONUS = 90;

/** Returns the score of a response over https, and the rules that led to it. */
export function observe(
  headers: IncomingHttpHeaders,
  html: string,
): { score: number; rules: Rule[] } {
  const policy = parsePolicy(String(headers['content-security-policy'] ?? ''));
  const rules: Rule[] = [
    policyRule(policy),
    cookieRule(headers['set-cookie'] ?? []),
    sharingRule(headers),
    'redirection-not-needed-no-http',
    referrerRule(headers['referrer-policy']),
    transportRule(headers['strict-transport-security']),
    integrityRule(html),
    headers['x-content-type-options'] === 'nosniff'
      ? 'x-content-type-options-nosniff'
      : 'x-content-type-options-not-implemented',
    frameRule(policy, headers['x-frame-options']),
    named('corp-implemented-with', headers['cross-origin-resource-policy'], 'corp-not-implemented'),
    named('coep-implemented-with', headers['cross-origin-embedder-policy'], 'coep-not-implemented'),
    named('coop-implemented-with', headers['cross-origin-opener-policy'], 'coop-not-implemented'),
  ];
  const modifiers = rules.map((rule) => points[rule]);
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 100);
  const withoutBonus = sum(modifiers.filter((each) => each < 0));
  const score = withoutBonus >= LEAST_FOR_BONUS ? sum(modifiers) : withoutBonus;
  return { score: Math.max(0, score), rules };
}

type Policy = ReadonlyMap<string, readonly string[]>;

function parsePolicy(text: string): Policy {
  const directives = text.split(';').map((part) => part.trim().toLowerCase().split(/\s+/));
  return new Map(
    directives.filter(([name]) => name).map(([name = '', ...sources]) => [name, sources]),
  );
}

const broad = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*'];
const isBroad = (source: string) => broad.includes(source);
const isInline = (source: string) => source === "'unsafe-inline'" || source === 'data:';
const isInsecure = (source: string) => /^(?:http|ftp):/.test(source);
const isHash = (source: string) => /^'(?:sha(?:256|384|512)|nonce)-/.test(source);

function policyRule(policy: Policy): Rule {
  if (policy.size === 0) return 'csp-not-implemented';
  const sourcesOf = (name: string) => {
    const sources = policy.get(name) ?? policy.get('default-src') ?? ['*'];
    // A hash or a nonce disables 'unsafe-inline'.
    return sources.some(isHash) ? sources.filter((each) => each !== "'unsafe-inline'") : sources;
  };
  const [script, style] = [sourcesOf('script-src'), sourcesOf('style-src')];
  const passive = ['img-src', 'media-src'];
  const active = [...policy]
    .filter(([name]) => !passive.includes(name))
    .flatMap(([, each]) => each);
  if (
    script.some((each) => isBroad(each) || isInline(each)) ||
    sourcesOf('object-src').some(isBroad)
  ) {
    return 'csp-implemented-with-unsafe-inline';
  }
  if (active.some(isInsecure)) return 'csp-implemented-with-insecure-scheme';
  if ([...script, ...style].includes("'unsafe-eval'")) return 'csp-implemented-with-unsafe-eval';
  if (passive.flatMap(sourcesOf).some(isInsecure)) {
    return 'csp-implemented-with-insecure-scheme-in-passive-content-only';
  }
  if (style.some((each) => isBroad(each) || isInline(each))) {
    return 'csp-implemented-with-unsafe-inline-in-style-src-only';
  }
  return policy.get('default-src')?.join() === "'none'"
    ? 'csp-implemented-with-no-unsafe-default-src-none'
    : 'csp-implemented-with-no-unsafe';
}

function cookieRule(cookies: readonly string[]): Rule {
  if (cookies.length === 0) return 'cookies-not-found';
  const has = (cookie: string, flag: RegExp) =>
    cookie.split(';').some((part) => flag.test(part.trim()));
  const sessions = cookies.filter((cookie) => /^[^=]*(?:login|sess)/i.test(cookie));
  const isSecure = (cookie: string) => has(cookie, /^secure$/i);
  if (!sessions.every(isSecure)) return 'cookies-session-without-secure-flag';
  if (!sessions.every((cookie) => has(cookie, /^httponly$/i))) {
    return 'cookies-session-without-httponly-flag';
  }
  if (!cookies.every(isSecure)) return 'cookies-without-secure-flag';
  return cookies.every((cookie) => has(cookie, /^samesite=(?:lax|strict)$/i))
    ? 'cookies-secure-with-httponly-sessions-and-samesite'
    : 'cookies-secure-with-httponly-sessions';
}

function sharingRule(headers: IncomingHttpHeaders): Rule {
  const allowed = headers['access-control-allow-origin'];
  if (allowed === undefined) return 'cross-origin-resource-sharing-not-implemented';
  return headers['access-control-allow-credentials'] === 'true'
    ? 'cross-origin-resource-sharing-implemented-with-universal-access'
    : 'cross-origin-resource-sharing-implemented-with-public-access';
}

function referrerRule(policy: unknown): Rule {
  if (policy === undefined) return 'referrer-policy-not-implemented';
  const good = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  return good.includes(String(policy)) ? 'referrer-policy-private' : 'referrer-policy-unsafe';
}

function transportRule(header: string | undefined): Rule {
  const seconds = /(?:^|;)\s*max-age=(\d+)/i.exec(header ?? '')?.[1];
  if (seconds === undefined) return 'hsts-not-implemented';
  return Number(seconds) >= 15_552_000
    ? 'hsts-implemented-max-age-at-least-six-months'
    : 'hsts-implemented-max-age-less-than-six-months';
}

function integrityRule(html: string): Rule {
  const scripts = html.match(/<script\b[^>]*>/gi) ?? [];
  if (scripts.length === 0) return 'sri-not-implemented-but-no-scripts-loaded';
  const loaded = scripts.filter((tag) => /\ssrc=/i.test(tag));
  const hasIntegrity = (tag: string) => /\sintegrity=/i.test(tag);
  const isForeign = (tag: string) => /\ssrc=["']?(?:https?:)?\/\//i.test(tag);
  if (loaded.some((tag) => isForeign(tag) && !hasIntegrity(tag))) {
    return 'sri-not-implemented-but-external-scripts-loaded-securely';
  }
  return loaded.some(hasIntegrity)
    ? 'sri-implemented-and-all-scripts-loaded-securely'
    : 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin';
}

function frameRule(policy: Policy, header: unknown): Rule {
  if (policy.has('frame-ancestors')) return 'x-frame-options-implemented-via-csp';
  return /^(?:deny|sameorigin)$/i.test(String(header))
    ? 'x-frame-options-sameorigin-or-deny'
    : 'x-frame-options-not-implemented';
}

function named(prefix: string, value: unknown, otherwise: Rule): Rule {
  const rule = `${prefix}-${String(value)}`;
  return rule in points ? (rule as Rule) : otherwise;
}
