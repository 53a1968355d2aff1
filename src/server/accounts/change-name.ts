// Changes the name of an account. better-auth's update-user does not know the profile, which has the name too.
import type { AppParts } from '../app-parts.ts';

/** Changes the name in the account and in its profile, if it has one. */
export async function changeName(
  { db, clock }: Pick<AppParts, 'db' | 'clock'>,
  userId: string,
  name: string,
): Promise<void> {
  const at = clock().toISOString();
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('user').set({ name, updatedAt: at }).where('id', '=', userId).execute();
    await trx
      .updateTable('profile')
      .set({ name, updated_at: at })
      .where('user_id', '=', userId)
      .execute();
  });
}
