// The parts that API routes are created from. `start-shop.ts` creates all of them; a test creates those it needs.
import type { Kysely } from 'kysely';
import type { Auth } from './accounts/auth.ts';
import type { DatabaseKind } from './platform/database/open.ts';
import type { Schema } from './platform/database/schema.ts';
import type { Limits } from './platform/http/limits.ts';
import type { Pseudonym } from './platform/secrets.ts';
import type { Logger } from './platform/log.ts';
import type { PaymentConfig } from './platform/settings.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { PictureStore } from './reviews/pictures/picture-store.ts';

export interface AppParts {
  db: Kysely<Schema>;
  kind: DatabaseKind;
  clock: () => Date;
  log: Logger;
  auth: Auth;
  limits: Limits;
  provider: PaymentProvider;
  payment: PaymentConfig;
  /** Starts a round of the mail worker. Call it after a transaction that enqueued an e-mail. */
  mailer: { kick(): unknown };
  /** The pictures of reviews. */
  pictures: PictureStore;
  /** Updates the ratings on the pages in memory. Call it after a review was saved or deleted. */
  ratings: { kick(): unknown };
  /** Signs the cookie that identifies a browser's votes; see `visitorKey`. */
  visitorKey: Buffer;
  /** Replaces addresses in the log. */
  pseudonym: Pseudonym;
  /** All origins of the shop's own pages; the first is the public one. */
  origins: readonly string[];
  /** The number of proxies in front whose X-Forwarded-For entries are trusted. */
  trustedProxies: number;
  /** Resolves to whether payments can be made now; part of readiness. */
  canPay: () => Promise<boolean>;
}
