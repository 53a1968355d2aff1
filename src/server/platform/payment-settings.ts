// Selects the payment provider: the live one if all three keys are set, otherwise the payment stand-in that comes
// with the shop. To the rest of the code they differ only in address and keys.
import { isLoopback } from './settings-reader.ts';
import type { SettingsReader } from './settings-reader.ts';

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

export type PaymentSettings = { mode: 'test' } | LivePayments;

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

/** Returns false for the payment stand-in, a provider on this machine, and the provider's test keys. */
export function takesRealMoney(payments: PaymentSettings): boolean {
  if (payments.mode === 'test' || payments.keyId.startsWith('rzp_test_')) return false;
  return !isLoopback(new URL(payments.apiUrl));
}

/** The payment window opens UPI apps on a phone through frames with these schemes. */
const upiSchemes = ['upi:', 'tez:', 'gpay:', 'phonepe:', 'paytmmp:', 'credpay:', 'bhim:'];

/** Returns the configuration of the live provider, with the origins that its window loads from. */
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
