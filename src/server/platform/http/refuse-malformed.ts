// Responds to malformed HTTP with a problem document and the headers of an API route. Node would send an empty 400.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemBody } from './problem.ts';
import { callHeaders } from './security-headers.ts';

export interface Refusal {
  status: number;
  detail: string;
}

/** By the code of Node's error. The statuses are Node's own. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail:
      'The headers of the request are too large. Please delete the cookies of this site and try again.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    detail: 'The chunks of the request have extensions that are too large. Send it without them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request did not arrive in time. Please try again.',
  },
};
const NOT_HTTP: Refusal = { status: 400, detail: 'The request is not well-formed.' };
export const NO_HOST: Refusal = {
  status: 400,
  detail: 'The request names no host. Send a header Host.',
};
export const NO_EXPECTATION: Refusal = {
  status: 417,
  detail: 'The request expects what this server does not do. Send it without the header Expect.',
};

/**
 * Closes a connection after a parser error. Responds first, unless another response on it has begun or the client is
 * gone. Returns the status that was sent.
 */
export function refuseMalformed(
  { code }: NodeJS.ErrnoException,
  socket: Duplex,
  { isSending, secure }: { isSending: boolean; secure: boolean },
): number | undefined {
  const canRespond = socket.writable && !isSending && code !== 'ECONNRESET';
  const { status, detail } = refusals[code ?? ''] ?? NOT_HTTP;
  if (canRespond) socket.write(responseText(status, problemBody(status, detail), secure));
  // Not `end`: a client that does not close its side would keep the connection open.
  socket.destroy();
  return canRespond ? status : undefined;
}

function responseText(status: number, body: string, secure: boolean): string {
  const headers = {
    ...callHeaders(secure),
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
