import { expect, it } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import type { Order } from './checkout-order.ts';
import { PayPanel } from './pay-panel.tsx';
import type { ShownPayment } from './payment.ts';

/** Returns the text of the panel while nothing is ticked. */
function renderUnticked(payment: ShownPayment): string {
  const order = { isEmpty: false, kinds: [], total: 0, discount: 0, amount: 0 } as Partial<Order>;
  const panel = (
    <PayPanel order={order as Order} payment={payment} errors={{}} onLeave={() => undefined} />
  );
  return renderAt('/deliveryform', panel).replaceAll(/<[^>]*>/g, '');
}

it('has a button for ₹0.00 and no sums while nothing is ticked', () => {
  const text = renderUnticked({ phase: 'idle' });
  expect(text).toContain('Place Order (₹0.00)');
  expect(text).not.toContain('Total');
});

it('shows a payment that is confirmed, also after another tab has emptied the cart', () => {
  const text = renderUnticked({ phase: 'confirming', notice: 'Confirming…' });
  expect(text).toContain('Confirming…Processing...');
});
