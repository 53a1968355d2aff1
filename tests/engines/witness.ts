// A proxy in front of the shop that tells what goes wrong in a page. No protocol of these engines reports the console
// (WebKit's driver has no command for it), so the proxy adds a script of its own to each document, before all others. The
// shop's policy allows it as it allows the shop's own files, so the policy stays in force.
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '#support/free-port.ts';

const SCRIPT = '/engine-witness.js';
const REPORTS = '/engine-witness';
/** The path of an empty page of the shop's origin, where none of its scripts run. */
export const EMPTY_PAGE = '/engine-empty';

/** Runs in the page before its first script. */
function witness(reports: string): void {
  const tell = (what: string) => {
    const report = new XMLHttpRequest();
    // Not asynchronous: a test that ends has all reports.
    report.open('POST', reports, false);
    report.send(`${location.pathname}: ${what}`);
  };
  for (const level of ['error', 'warn'] as const) {
    const own = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      tell(`console.${level}: ${words.join(' ')}`);
      own(...words);
    };
  }
  const options = { capture: true };
  let isLeft = false;
  addEventListener('beforeunload', () => (isLeft = true), options);
  addEventListener(
    'error',
    ({ target, message }) => {
      if (!(target instanceof Element)) tell(`error: ${message}`);
      // Leaving a page ends what it still loads; that is no failure.
      else if (!isLeft) tell(`not loaded: ${target.outerHTML.slice(0, 200)}`);
    },
    options,
  );
  addEventListener('unhandledrejection', ({ reason }) => tell(`rejected: ${reason}`), options);
  addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI }) => tell(`refused by ${violatedDirective}: ${blockedURI}`),
    options,
  );
}

export interface Witness {
  origin: string;
  /** Returns what went wrong since the last call, with every response of 400 and above. */
  troubles(): string[];
  stop(): Promise<void>;
}

/** The proxy can be started before the shop, whose port is known: the shop has to be told its origin. */
export async function startWitness(shopPort: number): Promise<Witness> {
  const noted: string[] = [];

  const ask = (incoming: IncomingMessage): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = incoming;
      // Uncompressed, so that the script can be added.
      const plain = { ...headers, 'accept-encoding': 'identity' };
      const asking = request({ port: shopPort, method, path: url, headers: plain }, resolve);
      asking.on('error', reject);
      incoming.pipe(asking);
    });

  const server = createServer(async (incoming, response) => {
    if (incoming.url === REPORTS) {
      noted.push(await text(incoming));
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
      const answer = await ask(incoming);
      const status = answer.statusCode!;
      if (status >= 400) noted.push(`${incoming.method} ${incoming.url} ${status}`);
      const { 'content-length': _, ...headers } = answer.headers;
      const isShopPage =
        headers['content-type']?.startsWith('text/html') &&
        String(headers['content-security-policy']).includes("script-src 'self'");
      if (!isShopPage) {
        response.writeHead(status, answer.headers);
        return void answer.pipe(response);
      }
      const html = await text(answer);
      response.writeHead(status, headers);
      response.end(html.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
    } catch (error) {
      noted.push(`${incoming.method} ${incoming.url} ${error}`);
      response.destroy();
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${port}`,
    troubles: () => noted.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
