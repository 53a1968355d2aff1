// The provider's two signatures, and the rotation of the webhook secret. Both signatures are hex HMAC-SHA256, each with a
// secret of its own.
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { readRows } from './ledger.ts';
import type { Ledger } from './ledger.ts';

export interface Keys {
  readonly keyId: string;
  readonly keySecret: string;
}

/**
 * Returns what the window passes to the page's handler for a payment. The signature proves, with the key secret, that
 * this payment belongs to this order.
 */
export function windowResponse(
  { id, order_id }: { id: string; order_id: string },
  keySecret: string,
) {
  return {
    razorpay_order_id: order_id,
    razorpay_payment_id: id,
    razorpay_signature: createHmac('sha256', keySecret).update(`${order_id}|${id}`).digest('hex'),
  };
}

/** Returns the X-Razorpay-Signature of a webhook: over the body's bytes as sent, with the webhook secret. */
export function webhookSignature(body: Uint8Array, webhookSecret: string): string {
  return createHmac('sha256', webhookSecret).update(body).digest('hex');
}

const SettingRow = v.object({ value: v.string() });

/** Returns the secret that signs new events: the rotated one, else the one given at start. */
export function currentSecret(ledger: Ledger, givenAtStart: string): string {
  const query = `select value from setting where name = 'webhook_secret'`;
  return readRows(ledger, SettingRow, query)[0]?.value ?? givenAtStart;
}

/** Makes `secret` the current one. Undelivered events keep the secret of their creation, as at the provider. */
export function rotateSecret(ledger: Ledger, secret: string, givenAtStart: string): void {
  const { db, transaction } = ledger;
  transaction(() => {
    db.prepare(
      `update webhook_delivery set signed_with = ?
        where state in ('pending', 'held') and signed_with is null`,
    ).run(currentSecret(ledger, givenAtStart));
    db.prepare(`insert or replace into setting (name, value) values ('webhook_secret', ?)`).run(
      secret,
    );
  });
}

/** Returns to the secret given at start. */
export function forgetRotation({ db }: Ledger): void {
  db.exec(`delete from setting where name = 'webhook_secret'`);
}
