// The webhook secret in force, and its rotation.
import * as v from 'valibot';
import { pinSecret } from '../ledger/deliveries.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

const SettingRow = v.object({ value: v.string() });

/** The secret that new events are signed with: the rotated one, else the one given at start. */
export function currentSecret({ db }: Ledger, givenAtStart: string): string {
  const row = db.prepare(`select value from setting where name = 'webhook_secret'`).get();
  return row ? v.parse(SettingRow, row).value : givenAtStart;
}

/** Puts `secret` in force. What is still undelivered keeps the secret it was made under, as the provider has it. */
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

/** Back to the secret given at start. */
export function forgetRotation({ db }: Ledger): void {
  db.exec(`delete from setting where name = 'webhook_secret'`);
}
