// The current webhook secret, and its rotation.
import * as v from 'valibot';
import { pinSecret } from '../ledger/deliveries.ts';
import type { Ledger } from '../ledger.ts';

const SettingRow = v.object({ value: v.string() });

/** Returns the secret that signs new events: the rotated one, else the one given at start. */
export function currentSecret({ db }: Ledger, givenAtStart: string): string {
  const row = db.prepare(`select value from setting where name = 'webhook_secret'`).get();
  return row ? v.parse(SettingRow, row).value : givenAtStart;
}

/** Makes `secret` the current one. Undelivered events keep the secret of their creation, as at the provider. */
export function rotateSecret(ledger: Ledger, secret: string, givenAtStart: string): void {
  ledger.transaction(() => {
    pinSecret(ledger, currentSecret(ledger, givenAtStart));
    ledger.db
      .prepare(
        `insert into setting (name, value) values ('webhook_secret', ?)
         on conflict (name) do update set value = excluded.value`,
      )
      .run(secret);
  });
}

/** Returns to the secret given at start. */
export function forgetRotation({ db }: Ledger): void {
  db.exec(`delete from setting where name = 'webhook_secret'`);
}
