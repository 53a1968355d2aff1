// Sends raw bytes over a new socket and parses the response as HTTP.
import { connect } from 'node:net';

export interface Exchange {
  /** 0 if the connection was closed or timed out without a response. */
  status: number;
  /** The lines of the response's head. */
  head: string;
  milliseconds: number;
  hasTimedOut: boolean;
}

const PATIENCE_MS = 60_000;
/** What comes before the first response that is not 1xx, its status and its head. */
const RESPONSE = /^(?:HTTP\/1\.1 1\d\d[^]*?\r\n\r\n)*HTTP\/1\.1 (\d{3})([^]*?)\r\n\r\n/;

/** Sends the bytes. Resolves once the server has closed the connection, as each request wants or makes it to. */
export function exchange(
  port: number,
  { bytes, breaksOff }: { bytes: Uint8Array; breaksOff: boolean },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let hasTimedOut = false;
    socket.setTimeout(PATIENCE_MS, () => {
      hasTimedOut = true;
      socket.destroy();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => socket.end());
    // The server may close the connection while the rest of a refused request is still being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const received = Buffer.concat(chunks).toString('latin1');
      const [, status = 0, head = ''] = RESPONSE.exec(received) ?? [];
      const milliseconds = performance.now() - began;
      resolve({ status: Number(status), head, milliseconds, hasTimedOut });
    });
    socket.write(bytes);
    if (breaksOff) socket.end();
  });
}
