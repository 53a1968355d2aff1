// Which payment provider the shop speaks to: the live one once all three keys are set, otherwise the
// payment stand-in, which comes with the shop and is told apart by nothing but its address and keys.
import { isLoopback } from './settings-reader.ts';
import type { SettingsReader } from './settings-reader.ts';

export interface LivePayments {
  mode: 'live';
  keyId: string;
  keySecret: string;
  /** The current secret first; an old one stays valid while the provider changes over. */
  webhookSecrets: readonly string[];
  /** The host of the provider's calls, without /v1. */
  apiUrl: string;
  /** What the browser loads to open the payment window. */
  scriptUrl: string;
}

export type PaymentSettings = { mode: 'test' } | LivePayments;

/** How to speak to a payment provider, live or test. */
export interface PaymentConfig {
  keyId: string;
  keySecret: string;
  webhookSecrets: readonly string[];
  apiUrl: string;
  scriptUrl: string;
  /** What the content security policy of /deliveryform lets in. */
  scriptOrigins: readonly string[];
  frameOrigins: readonly string[];
  connectOrigins: readonly string[];
  /** Payments are tests: every page says so. */
  demo: boolean;
}

const KEYS = ['PAYMENT_KEY_ID', 'PAYMENT_KEY_SECRET', 'PAYMENT_WEBHOOK_SECRET'] as const;

/** Reads PAYMENT_*. Throws SettingsError naming what is missing or wrong. */
export function parsePaymentSettings(read: SettingsReader, production: boolean): PaymentSettings {
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

/** Whether shoppers pay for real: not with the payment stand-in, a provider on this machine, or the provider's test keys. */
export function takesRealMoney(payments: PaymentSettings): boolean {
  if (payments.mode === 'test' || payments.keyId.startsWith('rzp_test_')) return false;
  return !isLoopback(new URL(payments.apiUrl));
}

/** UPI apps on a phone are opened through frames with their own schemes. */
const upiSchemes = ['upi:', 'tez:', 'gpay:', 'phonepe:', 'paytmmp:', 'credpay:', 'bhim:'];

/** The live provider, and what its window needs to load. */
export function livePaymentConfig(settings: LivePayments): PaymentConfig {
  const api = new URL(settings.apiUrl).origin;
  const script = new URL(settings.scriptUrl).origin;
  const { keyId, keySecret, webhookSecrets, apiUrl, scriptUrl } = settings;
  return {
    keyId,
    keySecret,
    webhookSecrets,
    apiUrl,
    scriptUrl,
    scriptOrigins: [script, 'https://cdn.razorpay.com'],
    frameOrigins: [api, script, ...upiSchemes],
    connectOrigins: [
      api,
      script,
      'https://lumberjack.razorpay.com',
      'https://lumberjack-metrics.razorpay.com',
    ],
    demo: false,
  };
}
