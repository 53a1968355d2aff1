// Forwards /test-payments/* to the test provider, so that the whole demo works through the shop's
// one port. The visitor's cookies stay here, and none comes back.
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { JSON_LIMIT } from '../http/read-body.ts';
import { sendProblem } from '../http/send-problem.ts';

export const TEST_PAYMENTS = '/test-payments';

const TIME_LIMIT_MS = 10_000;
const asked = ['accept', 'content-type', 'content-length', 'sec-fetch-site', 'origin'] as const;
const answered = [
  'cache-control',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-embedder-policy',
  'referrer-policy',
] as const;

/**
 * Forwards one request.
 * @param address of the test provider, without a path
 */
export function forwardTestPayments(
  incoming: IncomingMessage,
  response: ServerResponse,
  address: string,
): void {
  const refuse = (status: number, detail: string) => {
    if (response.headersSent) response.destroy();
    else sendProblem(response, status, detail);
  };
  const outgoing = httpRequest(new URL(address), {
    method: incoming.method,
    // As it came: a normalised path could climb out of the public part.
    path: incoming.url,
    headers: pick(incoming.headers, asked),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  outgoing.on('error', () => refuse(503, 'The test payment window is starting. Please try again.'));
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, {
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      ...pick(answer.headers, answered),
    });
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  response.on('close', () => outgoing.destroy());
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= JSON_LIMIT) return;
    incoming.unpipe(outgoing);
    refuse(413, 'The data is too large.');
    outgoing.destroy();
  });
  incoming.pipe(outgoing);
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}
