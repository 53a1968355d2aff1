// Loads the orders of the signed-in user, and reads an order as a purchase, in the format of the checkout.
import { useEffect, useState } from 'react';
import { rupees } from '../../shop/money.ts';
import { sentTime } from '../../shop/order.ts';
import type { OrderPayload } from '../../shop/payloads/placed-orders.ts';
import type { LineRequest } from '../../shop/price.ts';
import { loadModule } from '../platform/load.tsx';
import { noResponse, sendRequest } from '../platform/request.ts';
import type { RequestResult } from '../platform/request.ts';
import { refreshSession } from '../session/session.ts';

export interface Orders {
  /** Newest first. */
  readonly list: readonly OrderPayload[];
  /** Adds those placed before them; undefined if there are none. Resolves to false if they could not be loaded. */
  readonly loadEarlier: (() => Promise<boolean>) | undefined;
}

interface OrdersPage {
  list: readonly OrderPayload[];
  mayHaveEarlier: boolean;
}

/**
 * Returns the orders of this e-mail; undefined while loading. A failure is only logged and leaves an empty list
 * (specification, section 8), except that the session is loaded again if it has ended.
 */
export function useOrders(email: string | undefined): Orders | undefined {
  const [loaded, setLoaded] = useState<OrdersPage & { email: string }>();

  useEffect(() => {
    if (email === undefined) return undefined;
    let left = false;
    async function load(owner: string): Promise<void> {
      const page = await loadPage(owner);
      if (left) return;
      if (!page.ok && page.status === 401) void refreshSession();
      else
        setLoaded({
          email: owner,
          ...(page.ok ? page.value : { list: [], mayHaveEarlier: false }),
        });
    }
    void load(email);
    return () => {
      left = true;
    };
  }, [email]);

  if (!loaded || loaded.email !== email) return undefined;
  const { email: owner, list, mayHaveEarlier } = loaded;

  async function loadEarlier(): Promise<boolean> {
    const page = await loadPage(owner, list.at(-1));
    if (page.ok) setLoaded({ email: owner, ...page.value, list: [...list, ...page.value.list] });
    else if (page.status === 401) void refreshSession();
    return page.ok;
  }

  return { list, loadEarlier: mayHaveEarlier ? loadEarlier : undefined };
}

/**
 * Resolves to the newest orders of an account, newest first; with `last`, to those placed before it. 401 signed out,
 * 403 for the e-mail of another account.
 */
async function loadPage(email: string, last?: OrderPayload): Promise<RequestResult<OrdersPage>> {
  // Imported here, so that the page hydrates before the response's schema has loaded
  const code = await loadModule(() => import('../../shop/payloads/placed-orders.ts')).catch(
    () => undefined,
  );
  const { _id: before } = { ...last };
  const query = before ? `?${new URLSearchParams({ before }).toString()}` : '';
  const response = code
    ? await sendRequest(`/orders/${encodeURIComponent(email)}${query}`, {
        schema: code.OrdersResponse,
      })
    : noResponse;
  if (response.ok) {
    const list = response.value;
    return { ok: true, value: { list, mayHaveEarlier: list.length === code?.ORDERS_PER_PAGE } };
  }
  // oxlint-disable-next-line no-console -- "logged only", says the specification
  console.error('The orders could not be loaded', response);
  return response;
}

/** Returns the order's lines, times and what was paid, in paise; undefined for an order that lists no products. */
export function toPurchase(order: OrderPayload) {
  const { products, date, amountPaid, promisedBy } = order;
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
    promisedBy,
    sentAt: sentTime(order),
  };
}
