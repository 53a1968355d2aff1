// The address of the 'order placed' screen, which carries the order id.
const ORDER_ID = /^[\w-]{1,64}$/;

/** `/success?order=…`, so that a reload still knows the order. */
export function successPath(orderId: string): string {
  return `/success?order=${encodeURIComponent(orderId)}`;
}

/** The order id that a location carries. Anybody can write an address: only what looks like an id counts. */
export function orderIdOf(location: { search: string; state: unknown }): string | undefined {
  const carried = (location.state as { orderId?: unknown } | null)?.orderId;
  const id = carried ?? new URLSearchParams(location.search).get('order');
  return typeof id === 'string' && ORDER_ID.test(id) ? id : undefined;
}
