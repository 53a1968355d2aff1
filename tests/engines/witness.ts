// A proxy in front of the shop that reports what goes wrong in a page. No protocol of these engines reports the console
// (WebKit's driver has no command for it), so the proxy adds its own script to each document, before all others. The shop's
// policy allows the script like the shop's own files, so the policy stays in force.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '#support/free-port.ts';

const SCRIPT = '/engine-witness.js';
const REPORTS = '/engine-witness';

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

/**
 * Starts the proxy, until `running` ends. The shop may start later on the known port, because it needs the proxy's origin
 * to start.
 */
export async function startWitness(running: AsyncDisposableStack, shopPort: number) {
  const troubles: string[] = [];

  async function forward(incoming: IncomingMessage): Promise<IncomingMessage> {
    const { method, url, headers } = incoming;
    // Uncompressed, so that the script can be added.
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const outgoing = request({ port: shopPort, method, path: url, headers: plain });
    const [reply] = await once(incoming.pipe(outgoing.on('error', () => undefined)), 'response');
    return reply as IncomingMessage;
  }

  const server = createServer(async (incoming, response) => {
    const { method, url } = incoming;
    if (url === REPORTS) {
      troubles.push(await text(incoming));
      return void response.end();
    }
    if (url === SCRIPT) {
      response.setHeader('content-type', 'text/javascript');
      return void response.end(`(${witness})('${REPORTS}');`);
    }
    try {
      const reply = await forward(incoming);
      const status = reply.statusCode!;
      if (status >= 400) troubles.push(`${method} ${url} ${status}`);
      const { 'content-length': _, ...headers } = reply.headers;
      const isShopPage =
        headers['content-type']?.startsWith('text/html') &&
        String(headers['content-security-policy']).includes("script-src 'self'");
      if (!isShopPage) return void reply.pipe(response.writeHead(status, reply.headers));
      const html = await text(reply);
      response.writeHead(status, headers);
      response.end(html.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
    } catch (error) {
      troubles.push(`${method} ${url} ${error}`);
      response.destroy();
    }
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  running.defer(() => void server.close().closeAllConnections());
  return {
    origin: `http://localhost:${port}`,
    /** Returns what went wrong since the last call, with every response of 400 and above. */
    troubles: () => troubles.splice(0),
  };
}
