// Loads the orders of the signed-in user.
import { useEffect, useState } from 'react';
import { sendRequest } from '../platform/request.ts';
import type { RequestResult } from '../platform/request.ts';
import type { OrderPayload } from '../../shop/payloads/orders.ts';
import { rupees } from '../../shop/money.ts';
import { sentTime } from '../../shop/order.ts';
import type { LineRequest } from '../../shop/price.ts';

export interface Orders {
  /** Newest first. */
  readonly list: readonly OrderPayload[];
  /** Adds those placed before them; undefined if there are none. Resolves to false if they could not be loaded. */
  readonly loadEarlier: (() => Promise<boolean>) | undefined;
}

/**
 * Returns the orders of this e-mail; undefined while loading. A failure is only logged and leaves an empty list
 * (specification, section 8).
 * @param onSignedOut called if the session has ended
 */
export function useOrders(email: string | undefined, onSignedOut: () => void): Orders | undefined {
  const [loaded, setLoaded] = useState<OrdersPage & { email: string }>();

  useEffect(() => {
    if (email === undefined) return undefined;
    let left = false;
    async function load(owner: string): Promise<void> {
      const reply = await requestOrders(owner);
      if (left) return;
      if (!reply.ok && reply.status === 401) return onSignedOut();
      setLoaded({
        email: owner,
        ...(reply.ok ? reply.value : { list: [], mayHaveEarlier: false }),
      });
    }
    void load(email);
    return () => {
      left = true;
    };
  }, [email, onSignedOut]);

  if (!loaded || loaded.email !== email) return undefined;
  const { email: owner, list, mayHaveEarlier } = loaded;

  async function loadEarlier(): Promise<boolean> {
    const reply = await requestOrders(owner, list.at(-1));
    if (reply.ok) {
      setLoaded({ email: owner, ...reply.value, list: [...list, ...reply.value.list] });
    } else if (reply.status === 401) onSignedOut();
    return reply.ok;
  }

  return { list, loadEarlier: mayHaveEarlier ? loadEarlier : undefined };
}

interface OrdersPage {
  list: readonly OrderPayload[];
  mayHaveEarlier: boolean;
}

/**
 * Resolves to the newest orders of an account, newest first; with `last`, to those placed before it. 401 signed out,
 * 403 for the e-mail of another account.
 */
async function requestOrders(
  email: string,
  last?: OrderPayload,
): Promise<RequestResult<OrdersPage>> {
  // Imported here, so that the page hydrates before the response's schema has loaded
  const { ORDERS_PER_PAGE, OrdersResponse: OrdersReply } =
    await import('../../shop/payloads/orders.ts');
  const { _id: before } = { ...last };
  const query = before ? `?${new URLSearchParams({ before }).toString()}` : '';
  const reply = await sendRequest(`/orders/${encodeURIComponent(email)}${query}`, {
    schema: OrdersReply,
  });
  if (reply.ok) {
    const list = reply.value;
    return { ok: true, value: { list, mayHaveEarlier: list.length === ORDERS_PER_PAGE } };
  }
  // oxlint-disable-next-line no-console -- "logged only", says the specification
  console.error('The orders could not be loaded', reply);
  return reply;
}

// The content of an order, in the format of the checkout.

/** Returns the order's lines, times and what was paid, in paise; undefined for an order that lists no products. */
export function toPurchase(order: OrderPayload) {
  const { products, date, amountPaid } = order;
  if (products.length === 0) return undefined;
  const lines = products.map(({ id, quantity, selectedVersion, chocolate }): LineRequest => ({
    productId: id,
    quantity,
    ...(selectedVersion && { selectedVersion }),
    ...(chocolate !== undefined && { chocolate }),
  }));
  return {
    lines,
    amount: rupees(amountPaid),
    orderedAt: new Date(date),
    sentAt: sentTime(order),
  };
}
