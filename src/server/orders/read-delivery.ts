// What the delivery form can fill in for an account: the data of its last order, or else of its sign-up.
import type { Kysely } from 'kysely';
import type { DeliveryReply } from '../../shop/payloads/orders.ts';
import type { CurrentUser } from '../accounts/session.ts';
import type { Schema } from '../platform/database/schema.ts';
import { readSnapshot } from '../../shop/snapshot.ts';

/** Resolves to the recipient and address of the account's last order, else of its profile, else to {}. */
export async function readDelivery(db: Kysely<Schema>, user: CurrentUser): Promise<DeliveryReply> {
  return (await lastDelivery(db, user)) ?? (await profileOf(db, user)) ?? {};
}

async function lastDelivery(
  db: Kysely<Schema>,
  { id, email }: CurrentUser,
): Promise<DeliveryReply | undefined> {
  const order = await db
    .selectFrom('shop_order')
    .select('snapshot')
    .where('email', '=', email)
    // An e-mail address may pass to another account; its earlier orders do not.
    .where('user_id', '=', id)
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const delivery = order && readSnapshot(order.snapshot).delivery;
  // The name is empty once the person was erased from the snapshot.
  if (!delivery?.customerName) return undefined;
  const { customerName, phoneNumber, landmark, state, pincode, address } = delivery;
  return given({ customerName, phoneNumber, landmark, state, pincode, address });
}

async function profileOf(
  db: Kysely<Schema>,
  { id }: CurrentUser,
): Promise<DeliveryReply | undefined> {
  const profile = await db
    .selectFrom('profile')
    .select(['name', 'phone_number', 'landmark', 'state', 'pincode', 'address'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (!profile) return undefined;
  const { name: customerName, phone_number: phoneNumber, ...place } = profile;
  return given({ customerName, phoneNumber, ...place });
}

/** Returns the texts that are not empty. */
function given(texts: Record<keyof DeliveryReply, string | null | undefined>): DeliveryReply {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
}
