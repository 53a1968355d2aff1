// The faults that tests set: their form in a control request, their rows in the ledger, where a restart in the middle
// of a test loses none, and the middleware that injects those of requests.
import { setTimeout as pause } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import * as v from 'valibot';
import type { Env } from './http.ts';
import { sendError, serverError } from './http.ts';
import { readRows } from './ledger.ts';
import type { Ledger } from './ledger.ts';

const times = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600_000));

/** A request of the API or of the window gets a bad response. */
const HttpFault = v.strictObject({
  on: v.literal('http'),
  /** A route's name, such as 'POST /v1/orders' or 'POST /window/pay'; without it, any request. */
  call: v.optional(v.string()),
  /** drop: the connection is cut · delay · error: `status` · hang: no response until the caller gives up */
  action: v.picklist(['drop', 'delay', 'error', 'hang']),
  /** before: the request has not acted yet · after: it has acted, and only its response is lost */
  stage: v.optional(v.picklist(['before', 'after']), 'before'),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 503),
  delay_ms: v.optional(milliseconds, 1_000),
  times,
});

/** A webhook is not sent as usual. */
const WebhookFault = v.strictObject({
  on: v.literal('webhook'),
  /** Such as 'payment.captured'; without it, any event. */
  event: v.optional(v.string()),
  /**
   * drop: never sent · hold: not sent until a control request releases it · delay · duplicate: sent `copies` times
   * · reorder: the earlier an event of a payment happened, the later it is sent
   */
  action: v.picklist(['drop', 'hold', 'delay', 'duplicate', 'reorder']),
  delay_ms: v.optional(milliseconds, 1_000),
  copies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(100)), 2),
  times,
});

export const Fault = v.variant('on', [HttpFault, WebhookFault]);
export type Fault = v.InferOutput<typeof Fault>;

const FaultRow = v.object({
  seq: v.number(),
  spec: v.string(),
  times_left: v.nullable(v.number()),
});

/** Sets a fault for `fault.times` occasions, or until it is cleared. */
export function setFault({ db }: Ledger, fault: Fault): void {
  db.prepare('insert into fault (spec, times_left) values (?, ?)').run(
    JSON.stringify(fault),
    fault.times ?? null,
  );
}

export function clearFaults({ db }: Ledger): void {
  db.exec('delete from fault');
}

/** Returns the faults that still wait for an occasion, in the order in which they were set; `timesLeft` null: until cleared. */
export function listFaults(ledger: Ledger) {
  return readRows(ledger, FaultRow, 'select * from fault order by seq').map(
    ({ seq, spec, times_left }) => ({
      seq,
      fault: v.parse(Fault, JSON.parse(spec)),
      timesLeft: times_left,
    }),
  );
}

/**
 * Returns the first fault set for this kind of occasion, if any, and counts it as used.
 * @param name of the route or of the event: a fault may be set for one of them alone
 */
export function consumeFault<On extends Fault['on']>(
  ledger: Ledger,
  on: On,
  name: string,
): Extract<Fault, { on: On }> | undefined {
  const fits = (fault: Fault): fault is Extract<Fault, { on: On }> =>
    fault.on === on && ((fault.on === 'http' ? fault.call : fault.event) ?? name) === name;
  for (const { seq, fault, timesLeft } of listFaults(ledger)) {
    if (!fits(fault)) continue;
    if (timesLeft === 1) ledger.db.prepare('delete from fault where seq = ?').run(seq);
    else if (timesLeft !== null)
      ledger.db.prepare('update fault set times_left = times_left - 1 where seq = ?').run(seq);
    return fault;
  }
  return undefined;
}

/** Returns the name of a route in a fault: its method, and its path without the public base. */
export function faultName({ method, path }: RouterRoute, base: string): string {
  return `${method} ${path.startsWith(base) ? path.slice(base.length) : path}`;
}

/** Returns middleware that carries out the fault set for a request, if any. */
export function injectHttpFaults(ledger: Ledger, base: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const route = matchedRoutes(c).at(-1);
    const isKnown = route !== undefined && route.method !== 'ALL';
    const fault = isKnown ? consumeFault(ledger, 'http', faultName(route, base)) : undefined;
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
