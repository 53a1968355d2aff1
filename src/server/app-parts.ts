// What the calls are composed of. `main.ts` makes the parts; a test makes the few that it needs.
import type { Kysely } from 'kysely';
import type { Auth } from './accounts/auth.ts';
import type { DatabaseKind } from './database/open-database.ts';
import type { Schema } from './database/schema.ts';
import type { Limits } from './web/limits.ts';
import type { Pseudonym } from './http/pseudonym.ts';
import type { Logger } from './runtime/log.ts';
import type { PaymentConfig } from './settings/payment-settings.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { PictureStore } from './reviews/picture-store.ts';

export interface AppParts {
  db: Kysely<Schema>;
  kind: DatabaseKind;
  clock: () => Date;
  log: Logger;
  auth: Auth;
  limits: Limits;
  provider: PaymentProvider;
  payment: PaymentConfig;
  /** Starts a round of the mail worker: a transaction has just put something into the outbox. */
  mailer: { kick(): unknown };
  /** The pictures of reviews. */
  pictures: PictureStore;
  /** Has the pages tell what the reviews say now: one has just been saved. */
  ratings: { kick(): unknown };
  /** Signs the cookie by which a browser votes; see `visitorKey`. */
  visitorKey: ArrayBuffer;
  /** Hides addresses in the log. */
  pseudonym: Pseudonym;
  /** Every origin that the shop's pages may have; the first is the public one. */
  origins: readonly string[];
  /** How many proxies in front are trusted to name the caller's address. */
  trustedProxies: number;
  /** Whether payments can be made now; part of readiness. */
  canPay: () => Promise<boolean>;
}
