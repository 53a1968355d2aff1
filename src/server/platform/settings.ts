// All settings of a process, parsed once at the start from the environment. A wrong value stops the start with one line
// that names the setting and never repeats a secret.
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { DatabaseSettings } from './database/open.ts';
import { isLoopback, SettingsError, withSecretFiles } from './environment.ts';
import type { Environment } from './environment.ts';
import { logLevels } from './log.ts';
import type { LogLevel } from './log.ts';

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
  payments: { mode: 'test' } | LivePayments;
  /** Signs cookies. If unset, a key in a file of DATA_DIR does. */
  sessionSecret?: string;
  /** The owner's desk, if DESK_PORT or DESK_ORIGIN is set; on a public shop it needs the address. */
  desk?: DeskSettings;
  /** The number of proxies in front whose X-Forwarded-For entries are trusted. */
  trustedProxies: number;
  production: boolean;
  logLevel: LogLevel;
  /** Milliseconds between the signal to stop and the end of listening, in which a proxy learns that the shop is not ready. */
  drain: number;
  /** Milliseconds. For tests, which cannot wait for the usual times. */
  reconcileAfter?: number;
}

export interface DeskSettings {
  /** Where it listens. */
  port: number;
  /** Its public address: DESK_ORIGIN. Otherwise it is on this machine, at the port where it listens. */
  origin?: string;
}

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

/** The configuration of a payment provider, live or stand-in: to the rest of the code they differ only in this. */
export interface PaymentConfig extends Omit<LivePayments, 'mode'> {
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
export interface OwnerDetails {
  name: string;
  email: string;
  /** What the owner has not filled in or confirmed, in words; empty when the shop is ready. */
  open: readonly string[];
}

/** In characters. A shorter one could be guessed. */
export const SHORTEST_SESSION_SECRET = 32;
const SHORTEST_WEBHOOK_SECRET = 16;

const ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/;
const MAILBOX = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|[\da-f:.]*:[\da-f:.]*)$/i;
const WHAT_HOST = 'must be a host name or an address to listen on, such as 127.0.0.1';

const pattern = (format: RegExp, what: string) => v.pipe(v.string(), v.regex(format, what));

function integer(from: number, to: number) {
  const what = `must be a whole number from ${from} to ${to}`;
  return v.pipe(
    pattern(/^\d{1,9}$/, what),
    v.transform(Number),
    v.check((value) => value >= from && value <= to, what),
  );
}

function isAddress(text: string, protocols: readonly string[]): boolean {
  const address = URL.parse(text);
  return !!address?.hostname && protocols.includes(address.protocol);
}

const startsWith = (protocols: readonly string[]) =>
  `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;

function url(...protocols: string[]) {
  return v.pipe(
    v.string(),
    v.check((text) => isAddress(text, protocols), startsWith(protocols)),
    v.transform((value) => new URL(value)),
  );
}

const postgres = ['postgres:', 'postgresql:'];

/** The servers of one database, of which one takes writes at a time. */
const databaseUrls = v.pipe(
  v.string(),
  v.transform((addresses) => addresses.split(',').map((address) => address.trim())),
  v.check(
    (addresses) => addresses.every((address) => isAddress(address, postgres)),
    `${startsWith(postgres)}, or several complete ones with commas between: write a comma inside one, as in a password, as %2C`,
  ),
  v.transform((addresses) => addresses.map((address) => new URL(address))),
);

/** An address of the payment provider; without a slash at the end. */
const providerUrl = v.pipe(
  url('https:', 'http:'),
  v.check(
    (address) => address.protocol === 'https:' || isLoopback(address),
    'must start with https: the secret key travels over it',
  ),
  v.transform(({ href }) => href.replace(/\/$/, '')),
);

const choice = <const T extends readonly string[]>(allowed: T) =>
  v.optional(v.picklist(allowed, `must be one of: ${allowed.join(', ')}`));

/** A public address, without a path. */
const publicOrigin = (example: string) =>
  v.optional(
    v.pipe(
      url('http:', 'https:'),
      v.check(
        ({ href, origin }) => href === `${origin}/`,
        `must be an address without a path, such as ${example}`,
      ),
      v.transform(({ origin }) => origin),
    ),
  );

/** Every variable that the shop reads, trimmed; an empty one counts as unset. */
const Variables = v.object({
  NODE_ENV: choice(['production', 'development', 'test']),
  LOG_LEVEL: choice(logLevels),
  PORT: v.optional(integer(1, 65_535), '3000'),
  HOST: v.optional(
    v.pipe(
      pattern(HOST, WHAT_HOST),
      // What looks like an address may be none: 256.0.0.1.
      v.check((host) => URL.canParse(httpAddress(host, 80)), WHAT_HOST),
    ),
    '127.0.0.1',
  ),
  ORIGIN: publicOrigin('https://shop.example'),
  DESK_PORT: v.optional(integer(1, 65_535)),
  DESK_ORIGIN: publicOrigin('https://desk.shop.example'),
  TRUST_PROXY: v.optional(integer(0, 10), '0'),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
    'data',
  ),
  DRAIN_MS: v.optional(integer(0, 30_000), '0'),
  DATABASE_URL: v.optional(databaseUrls),
  MIGRATE_DATABASE_URL: v.optional(databaseUrls),
  SMTP_URL: v.optional(url('smtp:', 'smtps:')),
  SHOP_EMAIL: v.optional(pattern(ADDRESS, 'must be an e-mail address')),
  MAIL_FROM: v.optional(
    pattern(MAILBOX, 'must be an e-mail address, such as Maalai <shop@maalai.example>'),
  ),
  SESSION_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.minLength(
        SHORTEST_SESSION_SECRET,
        `must have at least ${SHORTEST_SESSION_SECRET} characters: openssl rand -base64 32 makes one`,
      ),
    ),
  ),
  PAYMENT_MODE: choice(['test', 'live']),
  PAYMENT_KEY_ID: v.optional(v.string()),
  PAYMENT_KEY_SECRET: v.optional(v.string()),
  PAYMENT_WEBHOOK_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.transform((secrets) => secrets.split(',').map((secret) => secret.trim())),
      v.check(
        (secrets) => !secrets.includes(''),
        'must be one secret, or the new and the old one with a comma between',
      ),
    ),
  ),
  PAYMENT_API_URL: v.optional(providerUrl, 'https://api.razorpay.com'),
  PAYMENT_SCRIPT_URL: v.optional(providerUrl, 'https://checkout.razorpay.com/v1/checkout.js'),
  RECONCILE_AFTER_MS: v.optional(integer(10, 600_000)),
});
type Variables = v.InferOutput<typeof Variables>;

/** Parses the environment and the secret files that it names. Throws SettingsError with one line. */
export function readSettings(env: Environment, owner: OwnerDetails): Settings {
  return parseSettings(withSecretFiles(env), owner);
}

/**
 * Parses the environment. Throws SettingsError with one line.
 * @param owner must have nothing open for a shop that takes real money
 */
export function parseSettings(env: Environment, owner: OwnerDetails): Settings {
  const set = parseVariables(env);
  const { PORT: port, HOST: host, DATA_DIR: dataDir, SMTP_URL: smtp } = set;
  const production = set.NODE_ENV === 'production';
  const origins = findOrigins(set);
  const origin = origins[0];
  const payments = choosePayments(set, production);
  const isReal = isRealMoney(payments);
  const isPublic = production || isReal;
  refuseIf(
    set.RECONCILE_AFTER_MS !== undefined && set.NODE_ENV !== 'test',
    'RECONCILE_AFTER_MS is for tests only: unset it',
  );
  refuseIf(
    isPublic && smtp !== undefined && smtp.protocol !== 'smtps:' && !isLoopback(smtp),
    'SMTP_URL must start with smtps: e-mails and its password travel over it',
  );
  if (isPublic && smtp !== undefined) refuseOptions('SMTP_URL', smtp, mailOptions);
  // The shop itself serves http only. With https, a proxy is in front and must be trusted to name the client.
  refuseIf(
    set.TRUST_PROXY === 0 && [origin, set.DESK_ORIGIN].some((each) => each?.startsWith('https:')),
    'TRUST_PROXY must be the number of proxies in front, usually 1, when ORIGIN or DESK_ORIGIN is https: with 0 all visitors count as one',
  );
  refuseIf(
    isPublic && !origin.startsWith('https:') && !isLoopback(new URL(origin)),
    'ORIGIN must start with https: passwords and payments travel over it',
  );
  refuseIf(
    set.MIGRATE_DATABASE_URL !== undefined,
    "MIGRATE_DATABASE_URL is for 'npm run migrate' alone: unset it here, or whoever takes over the shop may change its tables",
  );
  refuseIf(
    isReal && owner.open.length > 0,
    `PAYMENT_KEY_ID is a live key, but src/shop/brand.ts or claims.ts is not ready: ${owner.open.join('; ')}`,
  );
  refuseIf(
    isReal && !!set.PAYMENT_WEBHOOK_SECRET?.some(isShort),
    `PAYMENT_WEBHOOK_SECRET must have at least ${SHORTEST_WEBHOOK_SECRET} characters: whoever guesses it can report payments`,
  );
  refuseIf(
    isReal && smtp === undefined,
    'SMTP_URL is missing: with live keys customers wait for their receipts',
  );
  const shop = set.SHOP_EMAIL ?? owner.email;
  const desk = chooseDesk(set, origins, isPublic);
  return {
    port,
    host,
    origin,
    origins,
    secure: origin.startsWith('https:'),
    dataDir,
    database: chooseDatabase(set, 'DATABASE_URL', isPublic),
    mail: {
      ...(smtp && { smtpUrl: smtp.href }),
      from: set.MAIL_FROM ?? `${owner.name} <${shop}>`,
      shop,
    },
    payments,
    ...(set.SESSION_SECRET !== undefined && { sessionSecret: set.SESSION_SECRET }),
    ...(desk && { desk }),
    trustedProxies: set.TRUST_PROXY,
    production,
    logLevel: set.LOG_LEVEL ?? 'info',
    drain: set.DRAIN_MS,
    ...(set.RECONCILE_AFTER_MS !== undefined && { reconcileAfter: set.RECONCILE_AFTER_MS }),
  };
}

/**
 * Returns the database for `npm run migrate`: that of MIGRATE_DATABASE_URL, whose role owns the tables, or else the
 * shop's own. Throws SettingsError.
 */
export function parseMigrationDatabase(env: Environment): DatabaseSettings {
  const set = parseVariables(env);
  const name = set.MIGRATE_DATABASE_URL ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL';
  return chooseDatabase(set, name, set.NODE_ENV === 'production');
}

function parseVariables(env: Environment): Variables {
  const names = Object.keys(Variables.entries);
  const set = Object.fromEntries(names.map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = v.safeParse(Variables, set, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [{ message, path }] = parsed.issues;
  throw new SettingsError(`${String(path?.[0].key)} ${message}`);
}

function refuseIf(isBroken: boolean, message: string): void {
  if (isBroken) throw new SettingsError(message);
}

const isShort = (secret: string) => secret.length < SHORTEST_WEBHOOK_SECRET;

const KEYS = ['PAYMENT_KEY_ID', 'PAYMENT_KEY_SECRET', 'PAYMENT_WEBHOOK_SECRET'] as const;

/** The live provider if all three keys are set, otherwise the payment stand-in that comes with the shop. */
function choosePayments(set: Variables, production: boolean): Settings['payments'] {
  const { PAYMENT_MODE: mode, PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret } = set;
  const given = KEYS.find((name) => set[name] !== undefined);
  const missing = KEYS.find((name) => set[name] === undefined);
  const isTest = given === undefined && mode !== 'live';
  refuseIf(
    mode === 'test' && given !== undefined,
    `${given ?? 'PAYMENT_KEY_ID'} is set, but PAYMENT_MODE is test: unset one of them`,
  );
  refuseIf(
    isTest && production && mode !== 'test',
    'PAYMENT_KEY_ID is missing: NODE_ENV=production needs it, or PAYMENT_MODE=test',
  );
  refuseIf(
    !isTest && missing !== undefined,
    `${missing ?? 'PAYMENT_KEY_ID'} is missing: live payments need all three PAYMENT keys`,
  );
  if (isTest || !keyId || !keySecret) return { mode: 'test' };
  return {
    mode: 'live',
    keyId,
    keySecret,
    webhookSecrets: set.PAYMENT_WEBHOOK_SECRET ?? [],
    apiUrl: set.PAYMENT_API_URL,
    scriptUrl: set.PAYMENT_SCRIPT_URL,
  };
}

/** Returns false for the payment stand-in, a provider on this machine, and the provider's test keys. */
function isRealMoney(payments: Settings['payments']): boolean {
  if (payments.mode === 'test' || payments.keyId.startsWith('rzp_test_')) return false;
  return !isLoopback(new URL(payments.apiUrl));
}

function findOrigins({ ORIGIN, HOST: host, PORT: port }: Variables): [string, ...string[]] {
  if (ORIGIN !== undefined) return [ORIGIN];
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
  return new URL(httpAddress(host, port)).origin;
}

function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** With DESK_ORIGIN alone. */
const DESK_PORT = 3001;

/** Returns the name of the host without the dot that may end it. */
const plainHost = ({ hostname }: URL) => hostname.replace(/\.$/, '');

/**
 * The owner's desk. Cookies do not tell the ports of a host apart, and the provider's script runs on the shop's pages: so a
 * public desk has a host of its own, and without one there is none.
 */
function chooseDesk(
  set: Variables,
  origins: readonly string[],
  isPublic: boolean,
): DeskSettings | undefined {
  const { DESK_ORIGIN: origin, DESK_PORT: given } = set;
  // The specification has no admin area.
  if (given === undefined && origin === undefined) return undefined;
  const port = given ?? DESK_PORT;
  refuseIf(port === set.PORT, 'DESK_PORT must be another port than PORT');
  if (origin === undefined) return isPublic ? undefined : { port };
  const address = new URL(origin);
  const isHere = isLoopback(address);
  refuseIf(
    !isHere && address.protocol !== 'https:',
    'DESK_ORIGIN must start with https: the password of the desk travels over it',
  );
  const isShops = (shops: string) =>
    isHere ? shops === origin : plainHost(new URL(shops)) === plainHost(address);
  refuseIf(
    origins.some(isShops),
    'DESK_ORIGIN must have another host than ORIGIN, such as https://desk.shop.example: cookies and scripts of the shop would reach the desk',
  );
  refuseIf(
    isPublic && isHere && !origins.some((shops) => isLoopback(new URL(shops))),
    'DESK_ORIGIN must be a public address with https, such as https://desk.shop.example',
  );
  return { port, origin };
}

/** Those of `pg` that weaken nothing: others replace the host, or switch the check of the certificate off. */
const databaseOptions = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name'];
/** The same of nodemailer. */
const mailOptions = ['name', 'pool', 'maxConnections', 'maxMessages'];

/** The drivers read options from an address, and of two the last: a public shop may have these only, each once. */
function refuseOptions(name: string, address: URL, allowed: readonly string[]): void {
  const given = [...address.searchParams.keys()];
  refuseIf(
    given.some((option, at) => !allowed.includes(option) || given.indexOf(option) < at),
    `${name} may have no other options than these, each once: ${allowed.join(', ')}`,
  );
}

function chooseDatabase(
  set: Variables,
  name: 'DATABASE_URL' | 'MIGRATE_DATABASE_URL',
  isPublic: boolean,
): DatabaseSettings {
  const addresses = set[name];
  if (!addresses) return { kind: 'sqlite', file: join(set.DATA_DIR, 'maalai.sqlite') };
  for (const address of isPublic ? addresses : []) {
    refuseOptions(name, address, databaseOptions);
    const mode = address.searchParams.get('sslmode') ?? '';
    const isEncrypted = ['require', 'verify-ca', 'verify-full'].includes(mode);
    refuseIf(
      !isEncrypted && !isLoopback(address),
      `${name} must end with ?sslmode=verify-full: orders and addresses travel to another machine`,
    );
  }
  return { kind: 'postgres', url: addresses.map(({ href }) => href).join() };
}
