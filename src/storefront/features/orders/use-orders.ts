// Loads the orders of the signed-in user.
import { useEffect, useState } from 'react';
import type { OrderOnWire } from '../../../shop/wire.ts';

interface Loaded {
  email: string;
  orders: readonly OrderOnWire[];
}

/**
 * Returns the orders of this e-mail, newest first; undefined while loading. A failure is only logged and
 * leaves an empty list (specification, section 8).
 * @param onSignedOut called if the session has ended
 */
export function useOrders(
  email: string | undefined,
  onSignedOut: () => void,
): readonly OrderOnWire[] | undefined {
  const [loaded, setLoaded] = useState<Loaded>();

  useEffect(() => {
    if (email === undefined) return undefined;
    let left = false;
    async function load(owner: string): Promise<void> {
      // Imported here, so that the page hydrates before the response's schema has loaded
      const { getOrders } = await import('../../api/orders.ts');
      const reply = await getOrders(owner);
      if (left) return;
      if (!reply.ok && reply.status === 401) return onSignedOut();
      // oxlint-disable-next-line no-console -- "logged only", says the specification
      if (!reply.ok) console.error('The orders could not be loaded', reply);
      setLoaded({ email: owner, orders: reply.ok ? reply.value : [] });
    }
    void load(email);
    return () => {
      left = true;
    };
  }, [email, onSignedOut]);

  return loaded && loaded.email === email ? loaded.orders : undefined;
}
