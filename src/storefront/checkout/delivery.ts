// API client for the texts that the delivery form can fill in. Parsed without a library, because every visit of the
// form requests them.
import type { DeliveryReply } from '../../shop/payloads/orders.ts';
import { byHand, call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

const texts = byHand<DeliveryReply>((reply) =>
  Object.fromEntries(
    Object.entries({ ...(reply as object) }).filter(([, text]) => typeof text === 'string'),
  ),
);

/** Resolves to the texts of the account's last order, else of its sign-up. 401 signed out. */
export function getDelivery(): Promise<CallResult<DeliveryReply>> {
  return call('/api/users/delivery', { schema: texts });
}
