// What the owner changes on an order besides its dispatch: that it is being made, a note, the address of its parcel.
import { addressFields } from '../../shop/forms/owner.ts';
import type { Address, AddressField } from '../../shop/forms/owner.ts';
import { readSnapshot, writeSnapshot } from '../../shop/order.ts';
import type { Act, ActParts } from '../acts/acts.ts';
import { rewriteWaiting } from '../mail/outbox.ts';
import { actOnOrder } from './order-events.ts';
import type { NotDone } from './order-events.ts';

/** The order is not open: it was sent, or refunded in full. */
type Closed = { outcome: 'closed' };

/** `making` as it is now. */
export type Making = { outcome: 'saved' | 'unchanged'; making: boolean } | Closed;

/** Records that an open order is being made, or that it is not after all. */
export function setMaking(
  parts: ActParts,
  orderId: string,
  making: boolean,
  act: Act,
): Promise<Making | NotDone> {
  return actOnOrder<Making>(parts, orderId, act, async (trx, now, order) => {
    if (order.send_by === null) return { isDone: false, result: { outcome: 'closed' } };
    const isSame = making === (order.making_at !== null);
    if (isSame) return { isDone: false, result: { outcome: 'unchanged', making } };
    const making_at = making ? now.toISOString() : null;
    await trx.updateTable('shop_order').set({ making_at }).where('id', '=', orderId).execute();
    return { isDone: true, result: { outcome: 'saved', making } };
  });
}

export type Noting = { outcome: 'saved' | 'unchanged' };

/** Stores the owner's note. The act does not repeat it. */
export function writeNote(
  parts: ActParts,
  orderId: string,
  note: string,
  act: Act,
): Promise<Noting | NotDone> {
  return actOnOrder<Noting>(parts, orderId, act, async (trx, _now, order) => {
    if (note === order.note) return { isDone: false, result: { outcome: 'unchanged' } };
    await trx.updateTable('shop_order').set({ note }).where('id', '=', orderId).execute();
    return { isDone: true, result: { outcome: 'saved' } };
  });
}

export type AddressCorrection =
  /** `before` has the old texts of the fields that changed. */
  { outcome: 'corrected'; changed: AddressField[]; before: Partial<Address> } | Closed | Noting;

/**
 * Corrects the address until the order is sent: in the order, which the shopper's page, slips and later e-mails show, and
 * in its e-mails that have not left. The attempt stays as the shopper filled it in.
 */
export function correctAddress(
  parts: ActParts,
  orderId: string,
  address: Address,
  act: Act,
): Promise<AddressCorrection | NotDone> {
  return actOnOrder<AddressCorrection>(parts, orderId, act, async (trx, _now, order) => {
    if (order.send_by === null) return { isDone: false, result: { outcome: 'closed' } };
    const agreed = readSnapshot(order.snapshot);
    const { delivery } = agreed;
    const changed = addressFields.filter(
      (name) => (delivery[name] ?? '') !== (address[name] ?? ''),
    );
    if (changed.length === 0) return { isDone: false, result: { outcome: 'unchanged' } };
    const corrected = { ...agreed, delivery: { ...delivery, ...address } };
    const row = { snapshot: writeSnapshot(corrected), phone: address.phoneNumber };
    await trx.updateTable('shop_order').set(row).where('id', '=', orderId).execute();
    await rewriteWaiting(trx, orderId, ['order-receipt', 'order-notice'], { snapshot: corrected });
    const before = Object.fromEntries(changed.map((name) => [name, delivery[name] ?? '']));
    return { isDone: true, result: { outcome: 'corrected', changed, before } };
  });
}
