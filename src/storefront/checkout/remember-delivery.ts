// Fills in the texts of the account's last order or its sign-up, as long as the shopper has typed nothing.
import type { DeliveryReply } from '../../shop/payloads/orders.ts';
import type { CallResult } from '../platform/request.ts';

const NAMES: readonly (keyof DeliveryReply)[] = [
  'customerName',
  'phoneNumber',
  'landmark',
  'state',
  'pincode',
  'address',
];

type Fields = Pick<HTMLFormElement['elements'], 'namedItem'>;

function fieldOf(fields: Fields, name: string): HTMLInputElement {
  return fields.namedItem(name) as HTMLInputElement;
}

/** All or nothing, because parts of two addresses do not make one. */
function isUntouched(fields: Fields): boolean {
  return NAMES.every((name) => fieldOf(fields, name).value === '');
}

/**
 * Fills the empty form. Resolves when it is filled or left as it is. The text of a field that has the focus is
 * selected, so that what the shopper is about to type replaces it and does not follow it.
 */
export async function rememberDelivery(
  fields: Fields,
  getDelivery: () => Promise<CallResult<DeliveryReply>>,
): Promise<void> {
  if (!isUntouched(fields)) return;
  const reply = await getDelivery();
  if (!reply.ok || !isUntouched(fields)) return;
  for (const name of NAMES) {
    const field = fieldOf(fields, name);
    field.value = reply.value[name] ?? '';
    // The state is a select, which has no text to select.
    if (field.ownerDocument.activeElement === field && 'select' in field) field.select();
  }
}
