// Carries out the faults that are set for calls.
import { setTimeout as pause } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import type { Env } from '../http.ts';
import { sendError, serverError } from '../http/provider-error.ts';
import type { Ledger } from '../ledger.ts';
import { takeHttpFault } from '../faults.ts';

/** Returns the name of a route in a fault: its method, and its path without the public base. */
export function nameOf({ method, path }: RouterRoute, base: string): string {
  return `${method} ${path.startsWith(base) ? path.slice(base.length) : path}`;
}

/** Returns middleware that takes the fault set for a call, if any, and carries it out. */
export function spoilCalls(ledger: Ledger, base: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const route = matchedRoutes(c).at(-1);
    const isKnown = route !== undefined && route.method !== 'ALL';
    const fault = isKnown ? takeHttpFault(ledger, nameOf(route, base)) : undefined;
    if (fault?.stage !== 'before') await next();
    switch (fault?.action) {
      case 'delay':
        await pause(fault.delay_ms);
        if (fault.stage === 'before') await next();
        return;
      case 'error':
        // Without this, the headers of the lost response would be kept.
        c.res = undefined;
        c.res = sendError(c, serverError(fault.status));
        return;
      case 'drop':
        c.env.outgoing.destroy();
        return noResponse();
      case 'hang':
        return noResponse();
    }
  };
}

/** Keeps Hono from responding on a connection that a fault has cut or left open. */
function noResponse(): Promise<never> {
  return new Promise(() => undefined);
}
