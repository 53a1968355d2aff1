// Sends requests exactly as a test writes them: adds no headers, decompresses nothing, does not normalise paths.
import { request } from 'node:http';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import type { ServerEnv } from '../../../src/server/platform/http/api.ts';
import { listen } from '../../../src/server/platform/http/server.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { createFront } from '../../../src/server/web/front.ts';
import type { loadSite } from '../../../src/server/web/pages.ts';

type Site = ReturnType<typeof loadSite>;

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export type Ask = (
  path: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
) => Promise<Reply>;

/** Serves the listener until the test ends. Resolves to a function that sends requests to it. */
export async function serve(listener: RequestListener): Promise<Ask & { port: number }> {
  const { port, close } = await listen(listener, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => close(0));
  return Object.assign(createAsk(port), { port });
}

/** Serves the pages of a site without an API, until the test ends. Resolves to a function that sends requests to it. */
export const serveSite = (site: Site, clock = () => new Date()) =>
  serve(
    createFront({
      site,
      api: new Hono<ServerEnv>(),
      log: createLog('silent'),
      secure: true,
      clock,
    }),
  );

function createAsk(port: number): Ask {
  return (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path, method, headers, agent: false };
      const outgoing = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const whole = Buffer.concat(chunks);
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, body: whole, text: whole.toString() });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}
