import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { catchError } from '#support/catch-error.ts';
import { allConfirmed, legalDetails } from '#support/legal-details.ts';
import { ownerDetails } from '../../shop/brand.ts';
import { SettingsError } from './environment.ts';
import { localOrigin, parseSettings } from './settings.ts';

const keys = {
  PAYMENT_KEY_ID: 'rzp_live_abc',
  PAYMENT_KEY_SECRET: 'key-secret-value',
  PAYMENT_WEBHOOK_SECRET: 'webhook-secret-value',
};

const owner = ownerDetails(legalDetails, allConfirmed);
/** The settings of the owner that the shop comes with. */
const parse = (env: Record<string, string>) => parseSettings(env, ownerDetails());
const live = {
  ...keys,
  ORIGIN: 'https://shop.example',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://mail.example',
};

describe('without any setting', () => {
  it('is a demo shop on this machine', covers('running-3', 'running-4', 'running-6'), () => {
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
      production: false,
      logLevel: 'info',
    });
  });

  it('treats an empty value as unset', () => {
    const names = [
      'PORT',
      'HOST',
      'ORIGIN',
      'DATA_DIR',
      'DATABASE_URL',
      'SMTP_URL',
      'LOG_LEVEL',
      'SESSION_SECRET',
    ];
    const empty = Object.fromEntries(
      [...names, ...Object.keys(keys), 'NODE_ENV', 'TRUST_PROXY'].map((name) => [name, ' ']),
    );
    expect(parse(empty)).toEqual(parse({}));
  });
});

describe('with settings', () => {
  it('accepts a secret for the cookies, and refuses one that could be guessed', () => {
    const secret = 'x'.repeat(32);
    expect(parse({ SESSION_SECRET: secret }).sessionSecret).toBe(secret);
    expect(parse({}).sessionSecret).toBeUndefined();
    const short = 'hunter2-hunter2-hunter2-hunter2';
    expect(() => parse({ SESSION_SECRET: short })).toThrow(
      /^SESSION_SECRET must have at least 32 characters: [^\n]+$/,
    );
    expect(() => parse({ SESSION_SECRET: short })).not.toThrow('hunter2');
  });

  it(
    'accepts all three keys for live payments, and an old webhook secret beside the new one',
    covers('call-1', 'running-11'),
    () => {
      const { payments } = parseSettings(
        { ...live, PAYMENT_WEBHOOK_SECRET: 'the-new-secret-of-2026, the-old-secret-of-2025' },
        owner,
      );
      expect(payments).toEqual({
        mode: 'live',
        keyId: 'rzp_live_abc',
        keySecret: 'key-secret-value',
        webhookSecrets: ['the-new-secret-of-2026', 'the-old-secret-of-2025'],
        apiUrl: 'https://api.razorpay.com',
        scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
      });
    },
  );

  it('lets a test reconcile sooner', () => {
    const { reconcileAfter } = parse({ NODE_ENV: 'test', RECONCILE_AFTER_MS: '300' });
    expect(reconcileAfter).toBe(300);
  });

  it('uses only the public address as an origin if there is one', () => {
    const settings = parse({ ORIGIN: 'https://Shop.Example/', TRUST_PROXY: '1' });
    expect(settings.origins).toEqual(['https://shop.example']);
    expect(settings.secure).toBe(true);
  });

  it('takes real money once the legal details are filled in', () => {
    expect(parseSettings(live, owner)).toMatchObject({ payments: { mode: 'live' } });
    const smtp = parseSettings({ ...live, SMTP_URL: 'smtp://127.0.0.1:25' }, owner);
    expect(smtp.mail.smtpUrl).toBe('smtp://127.0.0.1:25');
  });

  it('takes no real money with a webhook secret that could be guessed', () => {
    const env = { ...live, PAYMENT_WEBHOOK_SECRET: 'the-new-secret-of-2026, hunter2' };
    expect(catchError(() => parseSettings(env, owner)).message).toMatch(
      /^PAYMENT_WEBHOOK_SECRET must have at least 16 characters: (?!.*hunter2)/,
    );
  });

  it('requires TLS for a database on another machine in production', () => {
    const env = { NODE_ENV: 'production', PAYMENT_MODE: 'test', ORIGIN: 'http://localhost:3000' };
    const withUrl = (DATABASE_URL: string) => () => parse({ ...env, DATABASE_URL });
    expect(withUrl('postgres://db.example/shop')).toThrow(/^DATABASE_URL must end with/);
    expect(withUrl('postgres://db.example/shop?sslmode=disable')).toThrow(SettingsError);
    expect(withUrl('postgres://db.example/shop?sslmode=verify-full')).not.toThrow();
    expect(withUrl('postgres://127.0.0.1/shop')).not.toThrow();
  });

  it('takes no real money without a mail server', () => {
    expect(catchError(() => parseSettings({ ...live, SMTP_URL: '' }, owner)).message).toMatch(
      /^SMTP_URL is missing: /,
    );
  });

  it.each([
    ['the test keys of the provider', { PAYMENT_KEY_ID: 'rzp_test_abc' }],
    ['a provider on this machine', { PAYMENT_API_URL: 'http://127.0.0.1:4000' }],
  ])('accepts %s without the legal details', (_what, change) => {
    expect(parse({ ...keys, ...change })).toMatchObject({ payments: { mode: 'live' } });
  });

  it.each(Object.entries({ legalName: ' ', address: '', fssai: '00000000000000' }))(
    'takes no real money with the %s %j',
    (name, value) => {
      const error = catchError(() =>
        parseSettings(live, ownerDetails({ ...legalDetails, [name]: value }, allConfirmed)),
      );
      expect(error).toBeInstanceOf(SettingsError);
      expect(error.message).toMatch(new RegExp(`brand\\.ts .*: fill in ${name}$`));
    },
  );

  it('takes no real money with the placeholders that the shop comes with', () => {
    expect(catchError(() => parse(live)).message).toMatch(
      /fill in legalName, address, grievanceOfficer, fssai, email, phone, mapLink, instagram, youtube; confirm [^\n]+$/,
    );
  });

  it.each(Object.keys(allConfirmed))('takes no real money while %s is not confirmed', (claim) => {
    const confirmed = { ...allConfirmed, [claim]: false };
    const unconfirmed = ownerDetails(legalDetails, confirmed);
    expect(catchError(() => parseSettings(live, unconfirmed)).message).toMatch(
      new RegExp(`^PAYMENT_KEY_ID is a live key, but .*brand\\.ts is not ready: confirm ${claim}$`),
    );
    expect(parseSettings({}, unconfirmed).payments).toEqual({ mode: 'test' });
  });

  it('adds the address that it listens on to its origins', () => {
    const { origins } = parse({ HOST: '192.0.2.7', PORT: '80' });
    expect(origins).toEqual(['http://localhost', 'http://127.0.0.1', 'http://192.0.2.7']);
  });

  it('allows test payments in production only with PAYMENT_MODE=test', () => {
    const settings = parse({ NODE_ENV: 'production', PAYMENT_MODE: 'test' });
    expect(settings.payments).toEqual({ mode: 'test' });
    expect(settings.production).toBe(true);
  });

  it.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
    ['2001:db8::1', 'http://[2001:db8::1]:3000'],
  ])('is reached on %s at %s', covers('running-4'), (host, origin) => {
    expect(localOrigin(host, 3000)).toBe(origin);
  });
});

describe('a wrong setting', () => {
  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: '0' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '3e3' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: 'http' }],
    ['HOST', { HOST: 'http://localhost' }],
    ['HOST', { HOST: 'two words' }],
    ['ORIGIN', { ORIGIN: 'shop.example' }],
    ['ORIGIN', { ORIGIN: 'https://shop.example/path' }],
    ['ORIGIN', { ORIGIN: 'https://user:word@shop.example' }],
    ['ORIGIN', { ORIGIN: 'ftp://shop.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/shop' }],
    ['DATABASE_URL', { DATABASE_URL: 'shop.sqlite' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example:25' }],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
    ['MAIL_FROM', { MAIL_FROM: 'Shop <a@b>\r\nBcc: <c@d>' }],
    ['SHOP_EMAIL', { SHOP_EMAIL: 'Shop <a@b>' }],
    ['PAYMENT_KEY_SECRET', { PAYMENT_KEY_ID: 'id', PAYMENT_WEBHOOK_SECRET: 'w' }],
    ['PAYMENT_KEY_ID', { PAYMENT_KEY_SECRET: 'secret' }],
    ['PAYMENT_WEBHOOK_SECRET', { PAYMENT_KEY_ID: 'id', PAYMENT_KEY_SECRET: 'secret' }],
    ['PAYMENT_WEBHOOK_SECRET', { ...keys, PAYMENT_WEBHOOK_SECRET: 'new,' }],
    ['PAYMENT_KEY_ID', { PAYMENT_MODE: 'live' }],
    ['PAYMENT_KEY_ID', { ...keys, PAYMENT_MODE: 'test' }],
    ['PAYMENT_KEY_ID', { NODE_ENV: 'production' }],
    ['PAYMENT_MODE', { PAYMENT_MODE: 'demo' }],
    ['PAYMENT_API_URL', { ...keys, PAYMENT_API_URL: 'api.razorpay.com' }],
    ['PAYMENT_SCRIPT_URL', { ...keys, PAYMENT_SCRIPT_URL: 'javascript:alert(1)' }],
    ['TRUST_PROXY', { ORIGIN: 'https://shop.example' }],
    ['ORIGIN', { NODE_ENV: 'production', PAYMENT_MODE: 'test', ORIGIN: 'http://shop.example' }],
    [
      'ORIGIN',
      {
        NODE_ENV: 'production',
        PAYMENT_MODE: 'test',
        HOST: '192.0.2.7',
        ORIGIN: 'http://192.0.2.7',
      },
    ],
    ['SMTP_URL', { NODE_ENV: 'production', PAYMENT_MODE: 'test', SMTP_URL: 'smtp://mail.example' }],
    ['PAYMENT_API_URL', { ...keys, PAYMENT_API_URL: 'http://api.example' }],
    ['PAYMENT_SCRIPT_URL', { ...keys, PAYMENT_SCRIPT_URL: 'http://cdn.example/checkout.js' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1.5' }],
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['RECONCILE_AFTER_MS', { RECONCILE_AFTER_MS: '300' }],
    ['RECONCILE_AFTER_MS', { RECONCILE_AFTER_MS: '300', NODE_ENV: 'development' }],
    ['RECONCILE_AFTER_MS', { RECONCILE_AFTER_MS: '0', NODE_ENV: 'test' }],
  ])('is an error of one line that names %s: %o', covers('running-15'), (name, env) => {
    const error = catchError(() => parse(env));
    expect(error).toBeInstanceOf(SettingsError);
    expect(error.message).toMatch(new RegExp(`^${name} [^\\n]+$`));
  });

  it('never repeats a value', () => {
    const url = 'mysql://root:hunter2@db/shop';
    expect(catchError(() => parse({ DATABASE_URL: url })).message).not.toContain('hunter2');
    const conflict = { ...keys, PAYMENT_MODE: 'test' };
    expect(catchError(() => parse(conflict)).message).not.toMatch(/secret-value|rzp_live/);
  });
});
