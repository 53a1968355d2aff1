// Parses all settings from the environment, once at the start. A wrong value stops the start with one line that names
// the setting and never repeats a secret.
import { join, resolve } from 'node:path';
import { brand, confirmed, missingLegalDetails, unconfirmedClaims } from '../../shop/brand.ts';
import type { Confirmed, LegalDetails } from '../../shop/brand.ts';
import type { DatabaseSettings } from './database/open.ts';
import { logLevels } from './log.ts';
import type { LogLevel } from './log.ts';
import { createReader, isLoopback, withSecretFiles } from './environment.ts';
import type { Environment, SettingsReader } from './environment.ts';

/** In characters. A shorter one could be guessed. */
export const SHORTEST_SESSION_SECRET = 32;

export interface Settings {
  port: number;
  host: string;
  /** The public address: ORIGIN, or http://localhost:PORT. */
  origin: string;
  /** All origins of the shop's own pages; the first is `origin`. */
  origins: readonly string[];
  /** The public address is https. */
  secure: boolean;
  dataDir: string;
  database: DatabaseSettings;
  mail: { smtpUrl?: string; from: string; shop: string };
  payments: PaymentSettings;
  /** Signs cookies. If unset, a key in a file of DATA_DIR does. */
  sessionSecret?: string;
  /** The number of proxies in front whose X-Forwarded-For entries are trusted. */
  trustedProxies: number;
  production: boolean;
  logLevel: LogLevel;
  /** Milliseconds. For tests, which cannot wait for the usual times. */
  reconcileAfter?: number;
}

/** What the owner has filled in and confirmed. */
export interface OwnersWord {
  legal: LegalDetails;
  confirmed: Confirmed;
}

/**
 * Parses the environment. An empty value counts as unset. Throws SettingsError with one line.
 * @param owner must be complete for a shop that takes real money
 */
export function parseSettings(
  env: Readonly<Record<string, string | undefined>>,
  owner: OwnersWord = { legal: brand, confirmed },
): Settings {
  const read = createReader(env);
  const port = read.integer('PORT', { fallback: 3000, from: 1, to: 65_535 });
  const host = parseHost(read);
  const origins = parseOrigins(read, host, port);
  const origin = origins[0];
  const dataDir = resolve(read.text('DATA_DIR') ?? 'data');
  const mode = read.oneOf('NODE_ENV', ['production', 'development', 'test']);
  const production = mode === 'production';
  const reconcileAfter = parseReconcileAfter(read, mode === 'test');
  const payments = parsePaymentSettings(read, production);
  const isPublic = production || takesRealMoney(payments);
  const mail = parseMail(read, isPublic);
  const trustedProxies = parseTrustedProxies(read, origin);
  const sessionSecret = parseSessionSecret(read);
  if (isPublic && !origin.startsWith('https:') && !isLoopback(new URL(origin))) {
    throw read.wrong('ORIGIN', 'must start with https: passwords and payments travel over it');
  }
  if (read.text(MIGRATE_URL) !== undefined) {
    throw read.wrong(
      MIGRATE_URL,
      "is for 'npm run migrate' alone: unset it here, or whoever takes over the shop may change its tables",
    );
  }
  if (takesRealMoney(payments)) {
    refuseOpenQuestions(read, owner);
    if (payments.mode === 'live' && payments.webhookSecrets.some(isShort)) {
      throw read.wrong(
        'PAYMENT_WEBHOOK_SECRET',
        `must have at least ${SHORTEST_WEBHOOK_SECRET} characters: whoever guesses it can report payments`,
      );
    }
    if (mail.smtpUrl === undefined) {
      throw read.wrong('SMTP_URL', 'is missing: with live keys customers wait for their receipts');
    }
  }
  return {
    port,
    host,
    origin,
    origins,
    secure: origin.startsWith('https:'),
    dataDir,
    database: parseDatabase(read, dataDir, isPublic),
    mail,
    payments,
    ...(sessionSecret !== undefined && { sessionSecret }),
    trustedProxies,
    production,
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    ...(reconcileAfter !== undefined && { reconcileAfter }),
  };
}

/**
 * Returns the database for `npm run migrate`: that of MIGRATE_DATABASE_URL, whose role owns the tables, or else the
 * shop's own. Throws SettingsError.
 */
export function parseMigrationDatabase(
  env: Readonly<Record<string, string | undefined>>,
): DatabaseSettings {
  const read = createReader(env);
  const name = read.text(MIGRATE_URL) === undefined ? 'DATABASE_URL' : MIGRATE_URL;
  const dataDir = resolve(read.text('DATA_DIR') ?? 'data');
  return parseDatabase(read, dataDir, read.text('NODE_ENV') === 'production', name);
}

const SHORTEST_WEBHOOK_SECRET = 16;
const isShort = (secret: string) => secret.length < SHORTEST_WEBHOOK_SECRET;

/** The shop itself serves http only. With https, a proxy is in front and must be trusted to name the client. */
function parseTrustedProxies(read: SettingsReader, origin: string): number {
  const proxies = read.integer('TRUST_PROXY', { fallback: 0, from: 0, to: 10 });
  if (proxies === 0 && origin.startsWith('https:')) {
    throw read.wrong(
      'TRUST_PROXY',
      'must be the number of proxies in front, usually 1, when ORIGIN is https: with 0 all shoppers count as one',
    );
  }
  return proxies;
}

function parseSessionSecret(read: SettingsReader): string | undefined {
  const secret = read.text('SESSION_SECRET');
  if (secret !== undefined && secret.length < SHORTEST_SESSION_SECRET) {
    throw read.wrong(
      'SESSION_SECRET',
      `must have at least ${SHORTEST_SESSION_SECRET} characters: openssl rand -base64 32 makes one`,
    );
  }
  return secret;
}

function refuseOpenQuestions(read: SettingsReader, owner: OwnersWord): void {
  const missing = missingLegalDetails(owner.legal);
  const claims = unconfirmedClaims(owner.confirmed);
  const open = [
    ...(missing.length > 0 ? [`fill in ${missing.join(', ')}`] : []),
    ...(claims.length > 0 ? [`confirm ${claims.join(', ')}`] : []),
  ];
  if (open.length === 0) return;
  throw read.wrong(
    'PAYMENT_KEY_ID',
    `is a live key, but src/shop/brand.ts is not ready: ${open.join('; ')}`,
  );
}

function parseReconcileAfter(read: SettingsReader, isTest: boolean): number | undefined {
  if (read.text('RECONCILE_AFTER_MS') === undefined) return undefined;
  if (!isTest) throw read.wrong('RECONCILE_AFTER_MS', 'is for tests only: unset it');
  return read.integer('RECONCILE_AFTER_MS', { fallback: 0, from: 10, to: 600_000 });
}

function parseHost(read: SettingsReader): string {
  const host = read.text('HOST') ?? '127.0.0.1';
  if (!/^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|[\da-f:.]*:[\da-f:.]*)$/i.test(host)) {
    throw read.wrong('HOST', 'must be a host name or an address to listen on, such as 127.0.0.1');
  }
  return host;
}

function parseOrigins(
  read: SettingsReader,
  host: string,
  port: number,
): readonly [string, ...string[]] {
  const url = read.url('ORIGIN', ['http:', 'https:']);
  if (url !== undefined) {
    if (url.href !== `${url.origin}/`) {
      throw read.wrong('ORIGIN', 'must be an address without a path, such as https://shop.example');
    }
    return [url.origin];
  }
  // Without a public address, the shop is opened on this machine, under any of its names.
  const named = isLocal(host) ? [] : [httpOrigin(host, port)];
  return [httpOrigin('localhost', port), httpOrigin('127.0.0.1', port), ...named];
}

/** Returns the origin under which this machine reaches a shop that listens on the host and port. */
export function localOrigin(host: string, port: number): string {
  return httpOrigin(isLocal(host) ? 'localhost' : host, port);
}

function isLocal(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
}

/** Returns the origin as browsers send it: no port 80, brackets around IPv6. */
function httpOrigin(host: string, port: number): string {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}

const MIGRATE_URL = 'MIGRATE_DATABASE_URL';

function parseDatabase(
  read: SettingsReader,
  dataDir: string,
  isPublic: boolean,
  name = 'DATABASE_URL',
): DatabaseSettings {
  const url = read.url(name, ['postgres:', 'postgresql:']);
  if (url === undefined) return { kind: 'sqlite', file: join(dataDir, 'maalai.sqlite') };
  const isEncrypted = /^(?:require|verify-ca|verify-full)$/.test(
    url.searchParams.get('sslmode') ?? '',
  );
  if (isPublic && !isEncrypted && !isLoopback(url)) {
    throw read.wrong(
      name,
      'must end with ?sslmode=verify-full: orders and addresses travel to another machine',
    );
  }
  return { kind: 'postgres', url: url.href };
}

const MAILBOX = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

function parseMail(read: SettingsReader, isPublic: boolean): Settings['mail'] {
  const smtp = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  if (isPublic && smtp && smtp.protocol !== 'smtps:' && !isLoopback(smtp)) {
    throw read.wrong('SMTP_URL', 'must start with smtps: e-mails and its password travel over it');
  }
  const smtpUrl = smtp?.href;
  const shop = read.text('SHOP_EMAIL') ?? brand.email;
  const from = read.text('MAIL_FROM') ?? `${brand.name} <${shop}>`;
  if (!MAILBOX.test(shop) || shop.includes('<')) {
    throw read.wrong('SHOP_EMAIL', 'must be an e-mail address');
  }
  if (!MAILBOX.test(from)) {
    throw read.wrong(
      'MAIL_FROM',
      'must be an e-mail address, such as Maalai <shop@maalai.example>',
    );
  }
  return { ...(smtpUrl !== undefined && { smtpUrl }), from, shop };
}

// Selects the payment provider: the live one if all three keys are set, otherwise the payment stand-in that comes
// with the shop. To the rest of the code they differ only in address and keys.

export interface LivePayments {
  mode: 'live';
  keyId: string;
  keySecret: string;
  /** The current secret first. The old one stays valid while the provider switches to the new one. */
  webhookSecrets: readonly string[];
  /** The base URL of the provider's API, without /v1. */
  apiUrl: string;
  /** The script that opens the payment window. */
  scriptUrl: string;
}

type PaymentSettings = { mode: 'test' } | LivePayments;

/** The configuration of a payment provider, live or stand-in. */
export interface PaymentConfig {
  keyId: string;
  keySecret: string;
  webhookSecrets: readonly string[];
  apiUrl: string;
  scriptUrl: string;
  /** The origins that the content security policy of /deliveryform allows. */
  scriptOrigins: readonly string[];
  frameOrigins: readonly string[];
  connectOrigins: readonly string[];
  /** Payments are tests; every page shows a notice. */
  demo: boolean;
}

const KEYS = ['PAYMENT_KEY_ID', 'PAYMENT_KEY_SECRET', 'PAYMENT_WEBHOOK_SECRET'] as const;

/** Parses PAYMENT_*. Throws SettingsError that names the missing or wrong setting. */
function parsePaymentSettings(read: SettingsReader, production: boolean): PaymentSettings {
  const mode = read.oneOf('PAYMENT_MODE', ['test', 'live']);
  const missing = KEYS.filter((name) => read.text(name) === undefined);
  const set = KEYS.find((name) => read.text(name) !== undefined);
  if (mode === 'test' && set !== undefined) {
    throw read.wrong(set, 'is set, but PAYMENT_MODE is test: unset one of them');
  }
  if (set === undefined && mode !== 'live') {
    if (!production || mode === 'test') return { mode: 'test' };
    throw read.wrong(
      'PAYMENT_KEY_ID',
      'is missing: NODE_ENV=production needs it, or PAYMENT_MODE=test',
    );
  }
  if (missing[0] !== undefined) {
    throw read.wrong(missing[0], 'is missing: live payments need all three PAYMENT keys');
  }
  const [keyId, keySecret, webhookSecret] = KEYS.map((name) => read.text(name) ?? '');
  const webhookSecrets = (webhookSecret ?? '').split(',').map((secret) => secret.trim());
  if (webhookSecrets.includes('')) {
    throw read.wrong(
      'PAYMENT_WEBHOOK_SECRET',
      'must be one secret, or the new and the old one with a comma between',
    );
  }
  return {
    mode: 'live',
    keyId: keyId ?? '',
    keySecret: keySecret ?? '',
    webhookSecrets,
    apiUrl: parseUrl(read, 'PAYMENT_API_URL', 'https://api.razorpay.com'),
    scriptUrl: parseUrl(read, 'PAYMENT_SCRIPT_URL', 'https://checkout.razorpay.com/v1/checkout.js'),
  };
}

function parseUrl(read: SettingsReader, name: string, fallback: string): string {
  const url = read.url(name, ['https:', 'http:']);
  if (url === undefined) return fallback;
  if (url.protocol !== 'https:' && !isLoopback(url)) {
    throw read.wrong(name, 'must start with https: the secret key travels over it');
  }
  return url.href.replace(/\/$/, '');
}

/** Returns false for the payment stand-in, a provider on this machine, and the provider's test keys. */
function takesRealMoney(payments: PaymentSettings): boolean {
  if (payments.mode === 'test' || payments.keyId.startsWith('rzp_test_')) return false;
  return !isLoopback(new URL(payments.apiUrl));
}

/** Parses the environment and the secret files that it names. Throws SettingsError with one line. */
export function readSettings(env: Environment, owner?: OwnersWord): Settings {
  return parseSettings(withSecretFiles(env), owner);
}
