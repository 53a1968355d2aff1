// What every call finds in its Hono context. A route module starts with `new Hono<ServerEnv>()`.
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Pseudonym } from './pseudonym.ts';

export interface ServerEnv {
  /** Absent under `app.request()` in tests, which has no socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** The caller's address for limits: trusted proxies resolved, IPv6 folded to its /64. */
    clientAddress: string;
    requestId: string;
    log: Logger;
    pseudonym: Pseudonym;
    /** Who calls, for the log: the account's id once it is known. */
    actor?: string;
    /** Whose account is tried, for the log: the pseudonym of an e-mail address. */
    account?: string;
    /** Why the call was refused, for the log: the problem's code. */
    refusal?: string;
  };
}
