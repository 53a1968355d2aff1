// The payment configuration of a shop with live keys.
import { livePaymentConfig } from '../../../src/server/payments/razorpay.ts';

export const liveProvider = livePaymentConfig({
  mode: 'live',
  keyId: 'rzp_live_1',
  keySecret: 'secret',
  webhookSecrets: ['webhook'],
  apiUrl: 'https://api.razorpay.com',
  scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
});
