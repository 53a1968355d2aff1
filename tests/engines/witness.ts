// A proxy in front of the shop that reports what goes wrong in a page. No protocol of these engines reports the console
// (WebKit's driver has no command for it), so the proxy adds its own script to each document, before all others. The shop's
// policy allows the script like the shop's own files, so the policy stays in force.
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '#support/free-port.ts';

const SCRIPT = '/engine-witness.js';
const REPORTS = '/engine-witness';
/** The path of an empty page at the shop's origin, without the shop's scripts. */
export const EMPTY_PAGE = '/engine-empty';

/** Runs in the page before its first script. */
function witness(reports: string): void {
  const report = (what: string) => {
    const sending = new XMLHttpRequest();
    // Synchronous, so that all reports have arrived when a test ends.
    sending.open('POST', reports, false);
    sending.send(`${location.pathname}: ${what}`);
  };
  for (const level of ['error', 'warn'] as const) {
    const own = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      report(`console.${level}: ${words.join(' ')}`);
      own(...words);
    };
  }
  const options = { capture: true };
  let isLeft = false;
  addEventListener('beforeunload', () => (isLeft = true), options);
  addEventListener(
    'error',
    ({ target, message }) => {
      if (!(target instanceof Element)) report(`error: ${message}`);
      // Leaving a page aborts what it still loads, which is not a failure.
      else if (!isLeft) report(`not loaded: ${target.outerHTML.slice(0, 200)}`);
    },
    options,
  );
  addEventListener('unhandledrejection', ({ reason }) => report(`rejected: ${reason}`), options);
  addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI }) => report(`refused by ${violatedDirective}: ${blockedURI}`),
    options,
  );
}

export type Witness = Awaited<ReturnType<typeof startWitness>>;

/** Starts the proxy. The shop may start later on the known port, because it needs the proxy's origin to start. */
export async function startWitness(shopPort: number) {
  const troubles: string[] = [];

  const forward = (incoming: IncomingMessage): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = incoming;
      // Uncompressed, so that the script can be added.
      const plain = { ...headers, 'accept-encoding': 'identity' };
      const outgoing = request({ port: shopPort, method, path: url, headers: plain }, resolve);
      outgoing.on('error', reject);
      incoming.pipe(outgoing);
    });

  const server = createServer(async (incoming, response) => {
    if (incoming.url === REPORTS) {
      troubles.push(await text(incoming));
      return void response.end();
    }
    if (incoming.url === SCRIPT) {
      response.setHeader('content-type', 'text/javascript');
      return void response.end(`(${witness})('${REPORTS}');`);
    }
    if (incoming.url === EMPTY_PAGE) {
      response.setHeader('content-type', 'text/html');
      return void response.end('<!doctype html><link rel="icon" href="data:,">');
    }
    try {
      const reply = await forward(incoming);
      const status = reply.statusCode!;
      if (status >= 400) troubles.push(`${incoming.method} ${incoming.url} ${status}`);
      const { 'content-length': _, ...headers } = reply.headers;
      const isShopPage =
        headers['content-type']?.startsWith('text/html') &&
        String(headers['content-security-policy']).includes("script-src 'self'");
      if (!isShopPage) {
        response.writeHead(status, reply.headers);
        return void reply.pipe(response);
      }
      const html = await text(reply);
      response.writeHead(status, headers);
      response.end(html.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
    } catch (error) {
      troubles.push(`${incoming.method} ${incoming.url} ${error}`);
      response.destroy();
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${port}`,
    /** Returns what went wrong since the last call, with every response of 400 and above. */
    troubles: () => troubles.splice(0),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
