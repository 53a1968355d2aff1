// What is no HTTP never becomes a request, and Node would refuse it with an empty 400. It gets what every other error
// gets: the headers of an API route, and a sentence.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemBody } from './problem.ts';
import { callHeaders } from './security-headers.ts';

export interface Refusal {
  status: number;
  detail: string;
}

/** By the code of Node's error; the statuses are those of Node itself. */
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
 * Ends a connection that the parser gave up, with an answer where one can be sent without harm: not into another answer
 * whose beginning is sent, and not where nobody reads any more. Returns the status that was sent.
 */
export function refuseMalformed(
  { code }: NodeJS.ErrnoException,
  socket: Duplex,
  { isSending, secure }: { isSending: boolean; secure: boolean },
): number | undefined {
  const mayAnswer = socket.writable && !isSending && code !== 'ECONNRESET';
  const { status, detail } = refusals[code ?? ''] ?? NOT_HTTP;
  if (mayAnswer) socket.write(answerOf(status, problemBody(status, detail), secure));
  // Not `end`: whoever does not close his side would keep the connection.
  socket.destroy();
  return mayAnswer ? status : undefined;
}

function answerOf(status: number, body: string, secure: boolean): string {
  const headers = {
    ...callHeaders(secure),
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
