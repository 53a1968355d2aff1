// Sends problem documents for requests that do not reach the API routes.
import type { ServerResponse } from 'node:http';
import { problemBody } from './problem.ts';
import { callHeaders } from './security-headers.ts';
import type { Headers } from './security-headers.ts';

/** Sends a problem document and ends the response. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  detail: string,
  headers: Headers = callHeaders(false),
): void {
  const body = problemBody(status, detail);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
