// Sends raw bytes over a new socket and parses the response as HTTP.
import { connect } from 'node:net';

export interface Exchange {
  /** 0 if the connection was closed or timed out without a response. */
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Bytes. */
  size: number;
  milliseconds: number;
  /** What happened instead of a response. */
  trouble?: 'closed' | 'nothing came';
}

const PATIENCE_MS = 60_000;
const HEAD_END = '\r\n\r\n';

/**
 * Sends the bytes. Resolves to the first response that is not 1xx.
 * @param isHead whether the response has no body regardless of its headers
 * @param breaksOff whether to close the sending side as soon as all is sent
 */
export function exchange(
  port: number,
  bytes: Uint8Array,
  { isHead = false, breaksOff = false } = {},
): Promise<Exchange> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = Buffer.alloc(0);
    const finish = (result: Pick<Exchange, 'status' | 'headers' | 'trouble'>) => {
      clearTimeout(patience);
      socket.destroy();
      resolve({ ...result, size: received.length, milliseconds: performance.now() - began });
    };
    const patience = setTimeout(
      () => finish({ status: 0, headers: {}, trouble: 'nothing came' }),
      PATIENCE_MS,
    );
    const atEnd = () => {
      const response = readResponse(received, { isHead, isOver: true });
      finish(response ?? { status: 0, headers: {}, trouble: 'closed' });
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const response = readResponse(received, { isHead, isOver: false });
      if (response) finish(response);
    });
    socket.on('end', atEnd);
    // The server may close the connection while the rest of a refused request is still being sent.
    socket.on('error', atEnd);
    socket.write(bytes);
    if (breaksOff) socket.end();
  });
}

/** Returns the response once it is complete, undefined before. */
function readResponse(
  received: Buffer,
  { isHead, isOver }: { isHead: boolean; isOver: boolean },
): Pick<Exchange, 'status' | 'headers'> | undefined {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const rest = received.subarray(end + HEAD_END.length);
  if (status < 200) return readResponse(rest, { isHead, isOver });
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const isWhole =
    isOver ||
    isHead ||
    status === 204 ||
    status === 304 ||
    (headers['content-length'] !== undefined && rest.length >= Number(headers['content-length'])) ||
    (headers['transfer-encoding'] === 'chunked' && rest.includes('0\r\n\r\n'));
  return isWhole ? { status, headers } : undefined;
}
