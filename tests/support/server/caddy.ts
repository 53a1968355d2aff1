// Runs Caddy with deploy/one/Caddyfile in front of the shop of a test.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { systemProgram } from '../../../scripts/setup/system.mjs';
import { freePort } from '../free-port.ts';
import { root } from './spawn-node.ts';

export const SITE = 'shop.example';
export const DESK = 'desk.shop.example';

export interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The loopback address to send from. */
  from?: string;
  /** The name of the connection: by default that of the shop. */
  site?: string;
}

export interface ProxyReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Caddy {
  /** The https port, for connections without a request. */
  httpsPort: number;
  /** The certificate of Caddy's own authority. */
  authority: Buffer;
  ask(protocol: 'http' | 'https', path: string, request?: ProxyRequest): Promise<ProxyReply>;
  /** Returns its log. */
  log(): string;
  stop(): Promise<void>;
}

const file = join(root, 'deploy/one/Caddyfile');

interface Adapted {
  apps: {
    http: { servers: Record<string, { routes: { match?: { host?: string[] }[] }[] }> };
    tls: { automation: { policies: { issuers: { module: string }[] }[] } };
  };
}

/** Returns how Caddy understands deploy/one/Caddyfile, or another. */
function adapt(env: Record<string, string>, config = file): Adapted['apps'] {
  const args = ['adapt', '--adapter', 'caddyfile', '--config', config];
  const adapted = execFileSync(systemProgram('caddy'), args, {
    env: { HOME: tmpdir(), SITE, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(adapted) as Adapted).apps;
}

/** Returns the modules from which Caddy obtains the certificates with deploy/one/Caddyfile. */
export function certificateIssuers(env: Record<string, string> = {}): string[] {
  const { policies } = adapt({ DESK, ...env }).tls.automation;
  return policies.flatMap(({ issuers }) => issuers.map(({ module }) => module));
}

/** Returns the names that Caddy serves with deploy/one/Caddyfile alone, as installed for a shop without a desk. */
export function sitesWithoutDesk(): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-caddy-'));
  try {
    const alone = join(directory, 'Caddyfile');
    copyFileSync(file, alone);
    const routes = Object.values(adapt({}, alone).http.servers).flatMap((each) => each.routes);
    return routes.flatMap(({ match = [] }) => match.flatMap(({ host = [] }) => host));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function canConnect(port: number, ca: Buffer, servername: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, servername, ca });
  return once(socket, 'secureConnect')
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
}

interface Upstreams {
  /** Where the shop and the desk listen. */
  upstream: string;
  desk: string;
}

/** Starts Caddy with deploy/one/Caddyfile and certificates of its own authority. */
export async function startCaddy({ upstream, desk }: Upstreams): Promise<Caddy> {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-caddy-'));
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const child = spawn(systemProgram('caddy'), ['run', '--config', file], {
    cwd: directory,
    env: {
      HOME: directory,
      SITE,
      UPSTREAM: upstream,
      DESK,
      DESK_UPSTREAM: desk,
      CERTIFICATES: 'internal',
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(child, 'exit');
  const lines: string[] = [];
  const ready = Promise.withResolvers<void>();
  const stderr = createInterface({ input: child.stderr });
  const progress = { isServing: false, hasCertificate: false };
  stderr.on('line', (line) => {
    lines.push(line);
    progress.isServing ||= line.includes('serving initial configuration');
    progress.hasCertificate ||= line.includes('certificate obtained successfully');
    if (progress.isServing && progress.hasCertificate) ready.resolve();
  });
  stderr.on('close', () => ready.reject(new Error(`caddy ended:\n${lines.join('\n')}`)));
  await ready.promise;
  const authority = readFileSync(
    join(directory, '.local/share/caddy/pki/authorities/local/root.crt'),
  );
  // Caddy logs the certificate a moment before it uses it.
  for (const site of [SITE, DESK]) {
    while (!(await canConnect(httpsPort, authority, site))) await pause(20);
  }

  return {
    httpsPort,
    authority,
    log: () => lines.join('\n'),
    ask(protocol, path, request = {}) {
      const { method = 'GET', headers = {}, body, from = '127.0.0.1', site = SITE } = request;
      const [send, port] =
        protocol === 'http' ? [requestHttp, httpPort] : [requestHttps, httpsPort];
      return new Promise((resolve, reject) => {
        const outgoing = send(
          {
            host: '127.0.0.1',
            port,
            path,
            method,
            headers: { host: site, ...headers },
            localAddress: from,
            servername: site,
            ca: authority,
            agent: false,
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
            response.on('error', reject);
            response.on('end', () => {
              resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
            });
          },
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      });
    },
    async stop() {
      child.kill('SIGKILL');
      await gone;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
