// An HTTP server that records webhooks and returns a status of the test's choice.
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Received {
  eventId: string;
  event: string;
  signature: string;
  body: Buffer;
  headers: Record<string, unknown>;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Listens on a free loopback port and returns 200 by default. */
export async function startReceiver() {
  const received: Received[] = [];
  const arrivals = new EventEmitter();
  let status = 200;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    received.push({
      eventId: String(request.headers['x-razorpay-event-id']),
      event: (JSON.parse(String(body)) as { event: string }).event,
      signature: String(request.headers['x-razorpay-signature']),
      body,
      headers: request.headers,
    });
    if (status === 0) response.destroy();
    else response.writeHead(status).end();
    arrivals.emit('arrival');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments/webhook`,
    received,
    /** Sets the status of all further responses; 0 closes the connection instead. */
    answerWith: (next: number) => (status = next),
    /** Resolves once `count` webhooks have arrived in total. */
    async until(count: number) {
      while (received.length < count) await once(arrivals, 'arrival');
      return received;
    },
    async close() {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}
