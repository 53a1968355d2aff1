// One try to deliver a webhook to the shop.
import type { DeliveryRow } from '../ledger/deliveries.ts';
import { webhookSignature } from '../signature.ts';

/** Sends one delivery. Never throws: `text` is the status of the response, or why there is none. */
export type Post = (
  row: DeliveryRow,
  secret: string,
  stop: AbortSignal,
) => Promise<{ taken: boolean; text: string }>;

/** Posts to `url`. Only a 2xx within `respondWithin` milliseconds counts as taken. */
export function postTo(url: string, respondWithin: number): Post {
  return async (row, secret, stop) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-signature': webhookSignature(row.body, secret),
          'x-razorpay-event-id': row.event_id,
        },
        body: Buffer.from(row.body),
        redirect: 'manual',
        signal: AbortSignal.any([stop, AbortSignal.timeout(respondWithin)]),
      });
      // Read to the end, so that the connection can be reused.
      await response.arrayBuffer();
      return { taken: response.ok, text: `HTTP ${response.status}` };
    } catch (error) {
      return { taken: false, text: reasonOf(error) };
    }
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
