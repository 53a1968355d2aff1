import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catchError } from '#support/catch-error.ts';
import { allConfirmed, legalDetails } from '#support/legal-details.ts';
import { ownerDetails } from '../../shop/claims.ts';
import { secrets, SettingsError } from './environment.ts';
import { localOrigin, parseMigrationDatabase, parseSettings } from './settings.ts';

type Env = Record<string, string>;

const keys = {
  PAYMENT_KEY_ID: 'rzp_live_abc',
  PAYMENT_KEY_SECRET: 'key-secret-value',
  PAYMENT_WEBHOOK_SECRET: 'webhook-secret-value',
};
const live = {
  ...keys,
  ORIGIN: 'https://shop.example',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://mail.example',
};
const desk = { DESK_ORIGIN: 'https://Desk.Shop.Example/' };
const publicTest = { NODE_ENV: 'production', PAYMENT_MODE: 'test', ORIGIN: 'http://localhost' };
const publicShop = { ...publicTest, ORIGIN: 'https://shop.example', TRUST_PROXY: '1' };
const far = 'postgres://db.example/shop';
const two = 'postgres://u:a%2Cb@one.example/shop,postgresql://two.example:5433/shop';

const notes = 'They are play notes.';
const owner = ownerDetails(legalDetails, allConfirmed, notes);
/** The settings of the owner that the shop comes with. */
const parse = (env: Env) => parseSettings(env, ownerDetails());

it('without any setting are those of a demo shop on this machine [running-3,4,6]', () => {
  expect(parse({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    origin: 'http://localhost:3000',
    origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    secure: false,
    dataDir: resolve('data'),
    database: { kind: 'sqlite', file: join(resolve('data'), 'maalai.sqlite') },
    mail: { from: 'Maalai <hello@maalai.example>', shop: 'hello@maalai.example' },
    payments: { mode: 'test' },
    trustedProxies: 0,
    logLevel: 'info',
    drain: 0,
  });
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'LOG_LEVEL', 'NODE_ENV'];
  const empty = [...names, 'SESSION_SECRET', ...Object.keys(live)].map((name) => [name, ' ']);
  expect(parse(Object.fromEntries(empty))).toEqual(parse({}));
});

it('with all three keys take real money, also with an old webhook secret beside the new one [call-1 running-11]', () => {
  const webhookSecrets = ['the-new-secret-of-2026', 'the-old-secret-of-2025'];
  const secret = { PAYMENT_WEBHOOK_SECRET: webhookSecrets.join(', ') };
  const { payments, desk: none } = parseSettings({ ...live, ...secret, DESK_PORT: '4001' }, owner);
  expect(none).toBeUndefined();
  expect(payments).toEqual({
    mode: 'live',
    keyId: 'rzp_live_abc',
    keySecret: 'key-secret-value',
    webhookSecrets,
    apiUrl: 'https://api.razorpay.com',
    scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  });
});

const local = ['http://localhost', 'http://127.0.0.1'];

it.each<[Env, object]>([
  [{ SESSION_SECRET: 'x'.repeat(32) }, { sessionSecret: 'x'.repeat(32) }],
  [{ NODE_ENV: 'test', RECONCILE_AFTER_MS: '300' }, { reconcileAfter: 300 }],
  [
    { ORIGIN: 'https://Shop.Example/', TRUST_PROXY: '1' },
    { origins: ['https://shop.example'], secure: true },
  ],
  [{ HOST: '192.0.2.7', PORT: '80' }, { origins: [...local, 'http://192.0.2.7'] }],
  [{ DRAIN_MS: '3000' }, { drain: 3_000 }],
  [{ DESK_PORT: '4001' }, { desk: { port: 4001 } }],
  [
    { DESK_ORIGIN: 'http://localhost:3001' },
    { desk: { port: 3001, origin: 'http://localhost:3001' } },
  ],
  [{ ...publicShop, ...desk }, { desk: { port: 3001, origin: 'https://desk.shop.example' } }],
  [publicTest, { payments: { mode: 'test' } }],
  // A public shop has a desk only with its address.
  [{ ...publicTest, DESK_PORT: '4001' }, { desk: undefined }],
  // Neither is real money: the legal details may be missing.
  [{ ...keys, PAYMENT_KEY_ID: 'rzp_test_abc' }, { payments: { mode: 'live' } }],
  [{ ...keys, PAYMENT_API_URL: 'http://127.0.0.1:4000' }, { payments: { mode: 'live' } }],
  // TLS is needed only on the way to another machine.
  [{ ...publicTest, DATABASE_URL: `${far}?sslmode=verify-full` }, {}],
  [{ ...publicTest, DATABASE_URL: 'postgres://127.0.0.1/shop' }, {}],
  [{ ...publicTest, DATABASE_URL: 'postgres://%2Frun%2Fpostgresql/shop' }, {}],
  [{ DATABASE_URL: two.replace(',', ', ') }, { database: { kind: 'postgres', url: two } }],
  [
    { ...publicTest, SMTP_URL: 'smtp://127.0.0.1:25' },
    { mail: { smtpUrl: 'smtp://127.0.0.1:25' } },
  ],
])('%o gives %o', (env, expected) => {
  expect(parse(env)).toMatchObject(expected);
});

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
  ['2001:db8::1', 'http://[2001:db8::1]:3000'],
  // No host at all, which the server refuses.
  ['1::2::3', 'http://localhost:3000'],
])('a shop on %s is reached at %s [running-4]', (host, origin) => {
  expect(localOrigin(host, 3000)).toBe(origin);
});

/** Values that are wrong whatever the other settings are. */
const wrongValues: Record<string, string[]> = {
  PORT: ['0', '65536', '3e3'],
  ORIGIN: ['https://shop.example/path', 'https://user:word@shop.example', 'ftp://shop.example'],
  TRUST_PROXY: ['11'],
  DRAIN_MS: ['30001'],
  DESK_PORT: ['3000'],
  // In the clear, and the shop's own host.
  DESK_ORIGIN: ['http://desk.shop.example', 'http://localhost:3000', 'http://127.0.0.1:3000'],
  DATABASE_URL: [
    'mysql://localhost/shop',
    'postgres:///shop?host=/run/postgresql',
    'postgres://one.example,two.example/shop',
    'postgres://localhost/shop?sslmode=full',
  ],
  MIGRATE_DATABASE_URL: ['postgres://maalai_owner@127.0.0.1/maalai'],
  SMTP_URL: ['mail.example:25'],
  MAIL_FROM: ['nobody', 'Shop <a@b>\r\nBcc: <c@d>'],
  SHOP_EMAIL: ['Shop <a@b>'],
  SESSION_SECRET: ['hunter2-hunter2-hunter2-hunter2'],
  PAYMENT_MODE: ['demo'],
  NODE_ENV: ['prod'],
  LOG_LEVEL: ['loud'],
  RECONCILE_AFTER_MS: ['300'],
};

const wrong: [string, Env][] = [
  ...Object.entries(wrongValues).flatMap(([name, values]) =>
    values.map((value): [string, Env] => [name, { [name]: value }]),
  ),
  ['ORIGIN', { ...publicTest, ORIGIN: 'http://shop.example' }],
  ['DESK_PORT', { ...desk, PORT: '3001', TRUST_PROXY: '1' }],
  // The shop's own host, however it is written, at any port: cookies do not tell ports apart.
  ['DESK_ORIGIN', { ...publicShop, DESK_ORIGIN: 'https://SHOP.example:8443' }],
  ['DESK_ORIGIN', { ...publicShop, DESK_ORIGIN: 'https://shop.example.' }],
  ['DESK_ORIGIN', { ...publicShop, DESK_ORIGIN: 'http://localhost:3001' }],
  ['TRUST_PROXY', { ...publicTest, ...desk }],
  ['TRUST_PROXY', { ORIGIN: 'https://shop.example' }],
  ['DATABASE_URL', { ...publicTest, DATABASE_URL: far }],
  // Each of several.
  [
    'DATABASE_URL',
    { ...publicTest, DATABASE_URL: `${far}?sslmode=verify-full,${far}?sslmode=disable` },
  ],
  // Of two, the driver uses the last.
  ['DATABASE_URL', { ...publicTest, DATABASE_URL: `${far}?sslmode=verify-full&sslmode=disable` }],
  ['DATABASE_URL', { ...publicTest, DATABASE_URL: `${far}?sslmode=require&uselibpqcompat=true` }],
  ['DATABASE_URL', { ...publicTest, DATABASE_URL: 'postgres://localhost/shop?host=db.example' }],
  ['SMTP_URL', { ...publicTest, SMTP_URL: 'smtp://mail.example' }],
  ['SMTP_URL', { ...publicTest, SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }],
  ['PAYMENT_KEY_SECRET', { PAYMENT_KEY_ID: 'id', PAYMENT_WEBHOOK_SECRET: 'w' }],
  ['PAYMENT_KEY_ID', { PAYMENT_KEY_SECRET: 'secret' }],
  ['PAYMENT_WEBHOOK_SECRET', { PAYMENT_KEY_ID: 'id', PAYMENT_KEY_SECRET: 'secret' }],
  ['PAYMENT_WEBHOOK_SECRET', { ...keys, PAYMENT_WEBHOOK_SECRET: 'new,' }],
  ['PAYMENT_KEY_ID', { PAYMENT_MODE: 'live' }],
  ['PAYMENT_KEY_ID', { ...keys, PAYMENT_MODE: 'test' }],
  ['PAYMENT_KEY_ID', { NODE_ENV: 'production' }],
  ['PAYMENT_API_URL', { ...keys, PAYMENT_API_URL: 'http://api.example' }],
  ['PAYMENT_SCRIPT_URL', { ...keys, PAYMENT_SCRIPT_URL: 'javascript:alert(1)' }],
  ['RECONCILE_AFTER_MS', { RECONCILE_AFTER_MS: '300', NODE_ENV: 'development' }],
  ['RECONCILE_AFTER_MS', { RECONCILE_AFTER_MS: '9', NODE_ENV: 'test' }],
];

it.each(wrong)(
  'a wrong setting is an error of one line that names %s: %o [running-15]',
  (name, env) => {
    const error = catchError(() => parse(env));
    expect(error).toBeInstanceOf(SettingsError);
    expect(error.message).toMatch(new RegExp(`^${name} [^\\n]+$`));
  },
);

it('no message repeats the value of any setting', () => {
  const names = new Set([...wrong.map(([name]) => name), ...secrets]);
  const values = ['', 'smtp://', 'smtps://', 'https://', 'postgres://'].flatMap((start) => [
    `${start}hunter2`,
    `${start}hunter2@hunter2:hunter2/hunter2`,
    `${start}hunter2:hunter2@hunter2/hunter2?hunter2=hunter2,hunter2,`,
  ]);
  const shops: Env[] = [{}, publicTest, live, { ...live, PAYMENT_MODE: 'test' }];
  const refused = [...names].filter((name) => {
    const messages = shops.flatMap((env) =>
      values.flatMap((value) => {
        try {
          return parseSettings({ ...env, [name]: value }, owner) && [];
        } catch (error) {
          return (error as Error).message;
        }
      }),
    );
    expect(messages.join('\n')).not.toMatch(/hunter2|secret-value|rzp_live/);
    return messages.some((message) => message.startsWith(name));
  });
  expect(refused).toEqual([...names]);
});

describe('a shop takes no real money', () => {
  const refusal = (change: Env, details = owner) =>
    catchError(() => parseSettings({ ...live, ...change }, details)).message;

  it('without a mail server, or with a webhook secret that could be guessed', () => {
    expect(refusal({ SMTP_URL: '' })).toMatch(/^SMTP_URL is missing: /);
    expect(refusal({ PAYMENT_WEBHOOK_SECRET: 'the-new-secret-of-2026, hunter2' })).toMatch(
      /^PAYMENT_WEBHOOK_SECRET must have at least 16 characters: (?!.*hunter2)/,
    );
  });

  it('while its owner has not filled in and confirmed what it comes with', () => {
    const none = Object.keys(allConfirmed).map((name) => [name, false]);
    const details = ownerDetails(undefined, Object.fromEntries(none), notes);
    expect(refusal({}, details)).toMatch(
      /^PAYMENT_KEY_ID is a live key, but .*claims\.ts is not ready: fill in legalName, address, grievanceOfficer, fssai, email, phone, mapLink, instagram, youtube; confirm testimonials, customers, ratings, prices, policies, food$/,
    );
  });
});

it('migrations use MIGRATE_DATABASE_URL, or else the database of the shop', () => {
  const [shop, migrations] = ['postgres://maalai@127.0.0.1/m', 'postgres://owner@127.0.0.1/m'];
  const database = (env: Env) => parseMigrationDatabase(env);
  const both = { DATABASE_URL: shop, MIGRATE_DATABASE_URL: migrations };
  expect(database(both)).toMatchObject({ url: migrations });
  expect(database({ DATABASE_URL: shop })).toMatchObject({ url: shop });
  expect(database({ DATA_DIR: '/d' })).toEqual({ kind: 'sqlite', file: '/d/maalai.sqlite' });
  expect(() => database({ NODE_ENV: 'production', MIGRATE_DATABASE_URL: far })).toThrow(
    /^MIGRATE_DATABASE_URL must end with \?sslmode/,
  );
});
