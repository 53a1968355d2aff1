// An HTTP server that records webhooks and returns a status of the test's choice.
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    received.push({
      eventId: String(request.headers['x-razorpay-event-id']),
      event: (JSON.parse(body.toString()) as { event: string }).event,
      signature: String(request.headers['x-razorpay-signature']),
      body,
      headers: request.headers,
    });
    if (status === 0) response.destroy();
    else response.writeHead(status).end();
    arrivals.emit('arrival');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments/webhook`,
    received,
    /** Sets the status of all further responses; 0 closes the connection instead. */
    answerWith: (next: number) => (status = next),
    /** Resolves once `count` webhooks have arrived in total. */
    async until(count: number): Promise<readonly Received[]> {
      while (received.length < count) await once(arrivals, 'arrival');
      return received;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
