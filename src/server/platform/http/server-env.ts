// The types of the Hono context of every API route. A route module starts with `new Hono<ServerEnv>()`.
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Pseudonym } from '../pseudonym.ts';

export interface ServerEnv {
  /** Absent under `app.request()` in tests, which has no socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** The client's address for the limits: trusted proxies resolved, IPv6 reduced to its /64. */
    clientAddress: string;
    requestId: string;
    log: Logger;
    pseudonym: Pseudonym;
    /** For the log: the id of the signed-in account, once it is known. */
    actor?: string;
    /** For the log: the pseudonym of the e-mail address that the request names. */
    account?: string;
    /** For the log: the code of the problem. */
    refusal?: string;
  };
}
