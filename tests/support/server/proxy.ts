// Runs HAProxy with deploy/haproxy.cfg in front of the shops of a test.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Agent } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { systemProgram } from '../../../scripts/setup/system.mjs';
import { freePort } from '../free-port.ts';
import { root } from './spawn-node.ts';

export const SITE = 'shop.example';
export const DESK = 'desk.shop.example';

const config = join(root, 'deploy/haproxy.cfg');

export interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The loopback address to send from. */
  from?: string;
  /** The name of the connection: by default that of the shop. */
  site?: string;
  /** By default each request has a connection of its own. */
  agent?: Agent;
  signal?: AbortSignal;
}

export type Haproxy = Awaited<ReturnType<typeof startHaproxy>>;

/** Starts HAProxy. `env` says where the shops listen: SHOP_A, SHOP_B, DESK_A. */
export async function startHaproxy(env: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-haproxy-'));
  const certificates = join(directory, 'certificates');
  mkdirSync(certificates);
  const pem = join(certificates, 'names.pem');
  const alternatives = `subjectAltName=DNS:${SITE},DNS:${DESK},DNS:localhost`;
  const names = ['-addext', alternatives, '-subj', `/CN=${SITE}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', `${pem}.key`, '-out', pem];
  execFileSync('openssl', ['req', '-x509', ...names, ...key, ...files], { stdio: 'ignore' });
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const common = { TRIAL: '1', SITE, CERTIFICATES: certificates };
  const lines: string[] = [];
  let child: ChildProcess;
  const isUp = () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    const socket = connect({ host: '127.0.0.1', port: httpsPort });
    const connected = once(socket, 'connect').then(
      () => true,
      () => false,
    );
    return connected.finally(() => socket.destroy());
  };
  async function start(): Promise<void> {
    child = spawn(systemProgram('haproxy'), ['-db', '-f', config], {
      env: {
        ...common,
        DESK,
        HTTP_PORT: String(httpPort),
        HTTPS_PORT: String(httpsPort),
        ONCE: `maalai-${httpsPort}`,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    createInterface({ input: child.stderr! }).on('line', (line) => lines.push(line));
    while (!(await isUp())) await pause(20);
  }
  async function kill(): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  await start();
  const authority = readFileSync(pem);
  return {
    httpPort,
    httpsPort,
    /** The certificate of both names and of localhost, which signed itself, and its file. */
    authority,
    authorityFile: pem,
    /** Returns its log. */
    log: () => lines.join('\n'),
    async ask(protocol: 'http' | 'https', path: string, request: ProxyRequest = {}) {
      const { headers, body, from = '127.0.0.1', site = SITE, agent = false, ...more } = request;
      const [send, port] =
        protocol === 'http' ? [requestHttp, httpPort] : [requestHttps, httpsPort];
      const outgoing = send({
        host: '127.0.0.1',
        port,
        path,
        headers: { host: site, ...headers },
        localAddress: from,
        servername: site,
        ca: authority,
        agent,
        ...more,
      });
      // Until the response comes it rejects; afterwards the response's own error does.
      outgoing.on('error', () => undefined).end(body);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const { statusCode: status = 0, headers: received } = response;
      return { status, headers: received, text: await text(response) };
    },
    /** Returns what HAProxy says of its configuration with this environment. */
    check: (more: Record<string, string>) =>
      execFileSync(systemProgram('haproxy'), ['-c', '-f', config], {
        env: { ...common, ...more },
        encoding: 'utf8',
      }),
    /** Kills the process. */
    kill,
    /** Starts it again at the same ports. */
    start,
    async stop() {
      await kill();
      rmSync(directory, { recursive: true });
    },
  };
}
