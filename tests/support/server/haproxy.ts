// Runs HAProxy with deploy/several/haproxy.cfg in front of the shops of a test.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemProgram } from '../../../scripts/setup/system.mjs';
import { freePort } from '../free-port.ts';
import { DESK, SITE } from './caddy.ts';
import { root } from './spawn-node.ts';

const config = join(root, 'deploy/several/haproxy.cfg');

export interface Haproxy {
  httpPort: number;
  httpsPort: number;
  /** The certificate of both names, which signed itself. */
  authority: Buffer;
  /** Returns what HAProxy says of its configuration with this environment. */
  check(env: Record<string, string>): string;
  stop(): Promise<void>;
}

/** Starts HAProxy. `env` says where the shops listen: SHOP_A, SHOP_B, DESK_A. */
export async function startHaproxy(env: Record<string, string>): Promise<Haproxy> {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-haproxy-'));
  const certificates = join(directory, 'certificates');
  mkdirSync(certificates);
  const pem = join(certificates, 'names.pem');
  const names = ['-addext', `subjectAltName=DNS:${SITE},DNS:${DESK}`, '-subj', `/CN=${SITE}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', `${pem}.key`, '-out', pem];
  execFileSync('openssl', ['req', '-x509', ...names, ...key, ...files], { stdio: 'ignore' });
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const common = { TRIAL: '1', SITE, CERTIFICATES: certificates };
  const child = spawn(systemProgram('haproxy'), ['-db', '-f', config], {
    env: {
      ...common,
      DESK,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      ONCE: `maalai-${httpsPort}`,
      ...env,
    },
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  const isUp = () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    const socket = connect({ host: '127.0.0.1', port: httpsPort });
    const connected = once(socket, 'connect').then(
      () => true,
      () => false,
    );
    return connected.finally(() => socket.destroy());
  };
  while (!(await isUp())) await pause(20);
  return {
    httpPort,
    httpsPort,
    authority: readFileSync(pem),
    check: (more) =>
      execFileSync(systemProgram('haproxy'), ['-c', '-f', config], {
        env: { ...common, ...more },
        encoding: 'utf8',
      }),
    async stop() {
      child.kill('SIGKILL');
      await gone;
      rmSync(directory, { recursive: true });
    },
  };
}
