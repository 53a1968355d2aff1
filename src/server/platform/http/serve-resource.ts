// Serves a page or an asset: negotiated encoding, conditional requests, HEAD.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { chooseEncoding } from './accept-encoding.ts';
import type { Resource } from './resource.ts';
import type { Headers } from './security-headers.ts';
import { sendProblem } from './send-problem.ts';

/** Responds to GET or HEAD with the resource, or with 304 if the browser's copy is current. */
export function serveResource(
  request: IncomingMessage,
  response: ServerResponse,
  resource: Resource,
): void {
  const encoding = chooseEncoding(acceptEncoding(request), resource.encodings);
  const { body, headers, etag } = resource.as[encoding];
  if (resource.status === 200 && matches(request.headers['if-none-match'], etag)) {
    const { 'Content-Length': _, 'Content-Encoding': __, ...kept } = headers;
    response.writeHead(304, kept).end();
    return;
  }
  const hasBody = request.method !== 'HEAD';
  if (hasBody && typeof body === 'string') return void serveFile(response, body, headers);
  response.writeHead(resource.status, headers);
  response.end(hasBody ? body : undefined);
}

/**
 * Streams the file as fast as the client reads, so that a slow one costs no more than a buffer. Responds with 404 if
 * the file is gone, as after another build.
 */
async function serveFile(response: ServerResponse, file: string, headers: Headers): Promise<void> {
  try {
    const opened = await open(file);
    response.writeHead(200, headers);
    // A client that disconnects needs no response.
    await pipeline(opened.createReadStream(), response).catch(() => undefined);
  } catch {
    const { 'Cache-Control': _, ETag: __, 'Content-Length': ___, ...kept } = headers;
    const gone = { ...kept, 'Cache-Control': 'no-store' };
    sendProblem(response, 404, 'There is nothing at this address.', gone);
  }
}

function acceptEncoding(request: IncomingMessage): string | undefined {
  const header = request.headers['accept-encoding'];
  return Array.isArray(header) ? header.join(',') : header;
}

/** Weak comparison (RFC 9110, section 13.1.2): proxies that modify a response mark its ETag as weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
