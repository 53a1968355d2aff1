// All settings of a process, read once at the start. A wrong one stops the start with one line that names it and
// never repeats a secret. `fields` says what a setting must be, `faultsBetween` what it must be because of others.
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { DatabaseSettings } from './database/open.ts';
import { isLoopback, readEnvironment, SettingsError } from './environment.ts';
import type { Environment } from './environment.ts';
import { logLevels } from './log.ts';

export type Settings = ReturnType<typeof parseSettings>;
export type LivePayments = Extract<Settings['payments'], { mode: 'live' }>;

/** The configuration of a payment provider, live or stand-in: to the rest of the code they differ only in this. */
export interface PaymentConfig {
  keyId: string;
  keySecret: string;
  /** The current secret first. The old one stays valid while the provider switches to the new one. */
  webhookSecrets: readonly string[];
  /** The base URL of the provider's API, without /v1. */
  apiUrl: string;
  /** The script that opens the payment window. */
  scriptUrl: string;
  /** The origins that the content security policy of /deliveryform allows. */
  scriptOrigins: readonly string[];
  frameOrigins: readonly string[];
  /** Where the window's script may send a form, when it leaves the page to pay. */
  formOrigins: readonly string[];
  connectOrigins: readonly string[];
  /** Payments are tests; every page shows a notice. */
  demo: boolean;
}

/** What the settings must know of the owner: the defaults of e-mails, and what is open before the shop takes real money. */
interface OwnerDetails {
  name: string;
  email: string;
  /** What the owner has not filled in or confirmed, in words; empty when the shop is ready. */
  open: readonly string[];
}

/** In characters. A shorter one could be guessed. */
export const SHORTEST_SESSION_SECRET = 32;
const SHORTEST_WEBHOOK_SECRET = 16;

const WHAT_SECRET = `must have at least ${SHORTEST_SESSION_SECRET} characters: openssl rand -base64 32 makes one`;
const WHAT_ORIGIN = 'must be an address without a path, such as https://shop.example';
const WHAT_SMTP = 'must be an address that starts with smtp:// or smtps://';
const WHAT_DATABASE =
  'must be a whole postgres:// address that names a host or, as postgres://%2Frun%2Fpostgresql/shop, the folder of a socket; or several with commas between: write , # / ? @ and % in a password as %2C %23 %2F %3F %40 and %25';
const sslModes = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];
const WHAT_SSL_MODE = `may have as sslmode: ${sslModes.join(', ')}`;
const WHAT_PROVIDER = 'must start with https: the secret key travels over it';
const MAILBOX = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const pattern = (format: RegExp, what: string) => v.pipe(v.string(), v.regex(format, what));

const choice = <const T extends readonly string[]>(...allowed: T) =>
  v.picklist(allowed, `must be one of: ${allowed.join(', ')}`);

function integer(from: number, to: number) {
  const what = `must be a whole number from ${from} to ${to}`;
  const digits = pattern(/^\d{1,9}$/, what);
  return v.pipe(digits, v.toNumber(), v.minValue(from, what), v.maxValue(to, what));
}

const address = (start: RegExp, what: string) =>
  v.pipe(
    pattern(start, what),
    v.check((text) => URL.canParse(text), what),
    v.transform((text) => new URL(text)),
  );

const website = address(/^https?:\/\/[^\s/\\?#@]+\/?$/i, WHAT_ORIGIN);

const provider = v.pipe(
  address(/^https?:/i, WHAT_PROVIDER),
  v.check((url) => !isExposed(url, 'https:'), WHAT_PROVIDER),
);

const list = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((each) => each.trim())),
);

/** The servers of one database, of which one takes writes at a time. */
const databases = v.pipe(
  list,
  v.array(
    v.pipe(
      address(/^postgres(?:ql)?:\/\/[^/?#]/i, WHAT_DATABASE),
      v.check(({ searchParams }) => {
        return searchParams.getAll('sslmode').every((mode) => sslModes.includes(mode));
      }, WHAT_SSL_MODE),
    ),
  ),
);

/** Every setting, what it must be, and its default. */
const fields = v.object({
  NODE_ENV: v.optional(choice('production', 'development', 'test')),
  LOG_LEVEL: v.optional(choice(...logLevels), 'info'),
  PORT: v.optional(integer(1, 65_535), '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  ORIGIN: v.optional(website),
  DESK_PORT: v.optional(integer(1, 65_535)),
  DESK_ORIGIN: v.optional(website),
  TRUST_PROXY: v.optional(integer(0, 10), '0'),
  DATA_DIR: v.optional(v.string(), 'data'),
  DRAIN_MS: v.optional(integer(0, 30_000), '0'),
  DATABASE_URL: v.optional(databases),
  MIGRATE_DATABASE_URL: v.optional(databases),
  SMTP_URL: v.optional(address(/^smtps?:\/\/[^/?#]/i, WHAT_SMTP)),
  SHOP_EMAIL: v.optional(pattern(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an e-mail address')),
  MAIL_FROM: v.optional(
    pattern(MAILBOX, 'must be an e-mail address, such as Maalai <shop@maalai.example>'),
  ),
  SESSION_SECRET: v.optional(v.pipe(v.string(), v.minLength(SHORTEST_SESSION_SECRET, WHAT_SECRET))),
  PAYMENT_MODE: v.optional(choice('test', 'live')),
  PAYMENT_KEY_ID: v.optional(v.string()),
  PAYMENT_KEY_SECRET: v.optional(v.string()),
  PAYMENT_WEBHOOK_SECRET: v.optional(
    v.pipe(
      list,
      v.excludes('', 'must be one secret, or the new and the old one with a comma between'),
    ),
  ),
  PAYMENT_API_URL: v.optional(provider, 'https://api.razorpay.com'),
  PAYMENT_SCRIPT_URL: v.optional(provider, 'https://checkout.razorpay.com/v1/checkout.js'),
  RECONCILE_AFTER_MS: v.optional(integer(10, 600_000)),
});
type Fields = v.InferOutput<typeof fields>;

const keys = ['PAYMENT_KEY_ID', 'PAYMENT_KEY_SECRET', 'PAYMENT_WEBHOOK_SECRET'] as const;

type DatabaseSetting = 'DATABASE_URL' | 'MIGRATE_DATABASE_URL';

/** Those of `pg` that weaken nothing: others replace the host, or switch the check of the certificate off. */
const databaseOptions = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name'];
/** The same of nodemailer. */
const mailOptions = ['name', 'pool', 'maxConnections', 'maxMessages'];

/** Messages of the rules between settings, where those are broken. */
type Faults = (string | false | undefined)[];

function faultsBetween(set: Fields, owner: OwnerDetails): Faults {
  const { ORIGIN: origin, DESK_ORIGIN: desk, SMTP_URL: smtp, PAYMENT_MODE: mode } = set;
  const { isLive, isReal, isPublic } = kindOfShop(set);
  const shops = listOrigins(set);
  const given = keys.find((name) => set[name] !== undefined);
  const missing = keys.find((name) => set[name] === undefined);
  return [
    mode === 'test' && given && `${given} is set, but PAYMENT_MODE is test: unset one of them`,
    isLive &&
      missing &&
      `${missing} is missing: live payments need all three PAYMENT keys, PAYMENT_MODE=test needs none`,
    isReal &&
      owner.open.length > 0 &&
      `PAYMENT_KEY_ID is a live key, but src/shop/brand.ts or claims.ts is not ready: ${owner.open.join('; ')}`,
    isReal &&
      set.PAYMENT_WEBHOOK_SECRET?.some((secret) => secret.length < SHORTEST_WEBHOOK_SECRET) &&
      `PAYMENT_WEBHOOK_SECRET must have at least ${SHORTEST_WEBHOOK_SECRET} characters: whoever guesses it can report payments`,
    isReal && !smtp && 'SMTP_URL is missing: with live keys customers wait for their receipts',
    isPublic &&
      isExposed(smtp, 'smtps:') &&
      'SMTP_URL must start with smtps: e-mails and its password travel over it',
    isPublic && optionFault('SMTP_URL', smtp, mailOptions),
    isPublic &&
      isExposed(origin, 'https:') &&
      'ORIGIN must start with https: passwords and payments travel over it',
    // The shop itself serves http only. With https, a proxy is in front and must be trusted to name the client.
    set.TRUST_PROXY === 0 &&
      [origin, desk].some((url) => url?.protocol === 'https:') &&
      'TRUST_PROXY must be the number of proxies in front, usually 1, when ORIGIN or DESK_ORIGIN is https: with 0 all visitors count as one',
    (set.DESK_PORT ?? chooseDesk(set)?.port) === set.PORT &&
      'DESK_PORT must be another port than PORT',
    shops.some((shop) => sharesHost(shop, desk)) &&
      'DESK_ORIGIN must have another host than ORIGIN, such as https://desk.shop.example: cookies and scripts of the shop would reach the desk',
    (isExposed(desk, 'https:') || (isPublic && isLoopback(desk) && !shops.some(isLoopback))) &&
      'DESK_ORIGIN must be a public address with https, such as https://desk.shop.example: the password of the desk travels over it',
    set.MIGRATE_DATABASE_URL &&
      "MIGRATE_DATABASE_URL is for 'npm run migrate' alone: unset it here, or whoever takes over the shop may change its tables",
    set.RECONCILE_AFTER_MS !== undefined &&
      set.NODE_ENV !== 'test' &&
      'RECONCILE_AFTER_MS is for tests only: unset it',
    ...databaseFaults(set, 'DATABASE_URL', isPublic),
  ];
}

function databaseFaults(set: Fields, name: DatabaseSetting, isPublic: boolean): Faults {
  const servers = (isPublic && set[name]) || [];
  return servers.flatMap((server) => [
    optionFault(name, server, databaseOptions),
    !/^(?:require|verify-(?:ca|full))$/.test(server.searchParams.get('sslmode') ?? '') &&
      !isLoopback(server) &&
      `${name} must end with ?sslmode=verify-full: orders and addresses travel to another machine`,
  ]);
}

/** The drivers read options from an address, and of two the last: a public shop may have these only, each once. */
function optionFault(name: string, url: URL | undefined, allowed: readonly string[]) {
  const given = [...(url?.searchParams.keys() ?? [])];
  return (
    given.some((option, at) => !allowed.includes(option) || given.indexOf(option) < at) &&
    `${name} may have no other options than these, each once: ${allowed.join(', ')}`
  );
}

/** Returns whether the address leads to another machine without encryption. */
function isExposed(url: URL | undefined, encrypted: string): boolean {
  return url !== undefined && url.protocol !== encrypted && !isLoopback(url);
}

/** On this machine a port suffices. Elsewhere cookies do not distinguish ports; a dot may end the name of a host. */
function sharesHost(shop: URL, desk: URL | undefined): boolean {
  if (desk === undefined || isLoopback(desk)) return shop.origin === desk?.origin;
  return shop.hostname.replace(/\.$/, '') === desk.hostname.replace(/\.$/, '');
}

/** Returns whether payments are a provider's, whether their money is real, and whether the shop is for strangers. */
function kindOfShop(set: Fields) {
  const isProduction = set.NODE_ENV === 'production';
  const isLive = set.PAYMENT_MODE
    ? set.PAYMENT_MODE === 'live'
    : isProduction || keys.some((name) => set[name]);
  const isTestKey = set.PAYMENT_KEY_ID?.startsWith('rzp_test_') ?? false;
  const isReal = isLive && !isTestKey && !isLoopback(set.PAYMENT_API_URL);
  return { isLive, isReal, isPublic: isProduction || isReal };
}

function listOrigins({ ORIGIN, HOST, PORT }: Fields): URL[] {
  if (ORIGIN !== undefined) return [ORIGIN];
  // Without a public address, the shop is opened on this machine, under any of its names.
  const local = localOrigin('localhost', PORT);
  const all = [local, local.replace('localhost', '127.0.0.1'), localOrigin(HOST, PORT)];
  return [...new Set(all)].map((origin) => new URL(origin));
}

/** Returns the origin under which this machine reaches a shop that listens on the host and port. */
export function localOrigin(host: string, port: number): string {
  const isLocal = ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
  const name = host.includes(':') ? `[${host}]` : host;
  const url = URL.parse(`http://${isLocal ? 'localhost' : name}:${port}`);
  // What is no host is refused when the shop listens.
  return url?.origin ?? localOrigin('localhost', port);
}

/** Reads the settings from the environment and the secret files that it names. Throws SettingsError with one line. */
export function parseSettings(env: Environment, owner: OwnerDetails) {
  const set = parseFields(env);
  refuse(faultsBetween(set, owner));
  const origins = listOrigins(set).map(({ origin }) => origin);
  const [origin = ''] = origins;
  const shop = set.SHOP_EMAIL ?? owner.email;
  return {
    port: set.PORT,
    host: set.HOST,
    /** The public address: ORIGIN, or http://localhost:PORT. */
    origin,
    /** All origins of the shop's own pages; the first is `origin`. */
    origins,
    secure: origin.startsWith('https:'),
    dataDir: resolve(set.DATA_DIR),
    database: chooseDatabase(set, 'DATABASE_URL'),
    mail: { smtpUrl: set.SMTP_URL?.href, from: set.MAIL_FROM ?? `${owner.name} <${shop}>`, shop },
    payments: choosePayments(set),
    /** Signs cookies. If unset, a key in a file of DATA_DIR does. */
    sessionSecret: set.SESSION_SECRET,
    desk: chooseDesk(set),
    /** For links in the owner's e-mails. */
    deskLink: set.DESK_ORIGIN?.origin,
    /** The number of proxies in front whose X-Forwarded-For entries are trusted. */
    trustedProxies: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    /** Milliseconds between the signal to stop and the end of listening: a proxy learns that the shop is not ready. */
    drain: set.DRAIN_MS,
    /** Milliseconds. For tests, which cannot wait for the usual times. */
    reconcileAfter: set.RECONCILE_AFTER_MS,
  };
}

/**
 * Returns the database for `npm run migrate`: that of MIGRATE_DATABASE_URL, whose role owns the tables, or else the
 * shop's own. Throws SettingsError.
 */
export function parseMigrationDatabase(env: Environment): DatabaseSettings {
  const set = parseFields(env);
  const name = set.MIGRATE_DATABASE_URL ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL';
  refuse(databaseFaults(set, name, set.NODE_ENV === 'production'));
  return chooseDatabase(set, name);
}

function parseFields(env: Environment): Fields {
  const parsed = v.safeParse(fields, readEnvironment(env), { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [{ message, path }] = parsed.issues;
  throw new SettingsError(`${String(path?.[0].key)} ${message}`);
}

function refuse(faults: Faults): void {
  const first = faults.find((fault) => fault);
  if (first) throw new SettingsError(first);
}

function chooseDatabase(set: Fields, name: DatabaseSetting): DatabaseSettings {
  const servers = set[name];
  if (servers) return { kind: 'postgres', url: servers.map(({ href }) => href).join() };
  return { kind: 'sqlite', file: join(resolve(set.DATA_DIR), 'maalai.sqlite') };
}

/** The live provider if there are keys, otherwise the payment stand-in that comes with the shop. */
function choosePayments(set: Fields) {
  const { PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret } = set;
  const webhookSecrets = set.PAYMENT_WEBHOOK_SECRET;
  if (!keyId || !keySecret || !webhookSecrets) return { mode: 'test' } as const;
  const apiUrl = set.PAYMENT_API_URL.href.replace(/\/$/, '');
  const scriptUrl = set.PAYMENT_SCRIPT_URL.href;
  return { mode: 'live', keyId, keySecret, webhookSecrets, apiUrl, scriptUrl } as const;
}

/** The owner's desk, which the specification does not have: only where it is set, on a public shop with its address. */
function chooseDesk(set: Fields) {
  const { DESK_ORIGIN: origin, DESK_PORT: port = origin && 3001 } = set;
  if (port === undefined || (!origin && kindOfShop(set).isPublic)) return undefined;
  return { port, origin: origin?.origin ?? localOrigin(set.HOST, port) };
}
