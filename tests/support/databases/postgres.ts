// A private PostgreSQL for the tests: made by initdb, on loopback, thrown away afterwards.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

export interface PostgresCluster {
  /** Address of the maintenance database, as its superuser. */
  url: string;
  stop(): Promise<void>;
  /** Ends every process of the server at once and keeps its files. */
  halt(): Promise<void>;
  /** Starts the server again on the same files and port. */
  resume(): Promise<void>;
  /** Both; one that is down goes down once more when it is back. */
  crash(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so then it runs as somebody who may do nothing else here. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      spawnSync('id', [flag, name], { encoding: 'utf8' }),
    );
    if (uid?.status === 0 && gid?.status === 0) {
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    }
  }
  throw new Error(
    'PostgreSQL needs an unprivileged user: neither postgres nor nobody exists here.',
  );
}

function programs(): string {
  const directory = process.env['POSTGRES_BIN'];
  if (directory) return directory;
  const found = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | tail -n 1'], {
    encoding: 'utf8',
  });
  if (found.status === 0 && found.stdout.trim()) return found.stdout.trim();
  throw new Error("PostgreSQL is missing: run the tests with 'npm test', or set POSTGRES_BIN.");
}

/** Nothing waits for the disk. What was committed last may be lost when the server crashes. */
const NOT_DURABLE = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off';

/**
 * Starts a cluster. Rejects with what initdb or pg_ctl said when it cannot.
 * @param options durable: keeps every commit, for tests that halt or crash the server; without it, it is faster
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresCluster> {
  const user = unprivilegedUser();
  const directory = mkdtempSync(join(tmpdir(), 'maalai-postgres-'));
  if (user) chownSync(directory, user.uid, user.gid);
  const port = await freePort();
  const data = join(directory, 'data');

  const call = (program: string, ...args: string[]) =>
    new Promise<void>((resolve, reject) => {
      // pg_ctl leaves the server holding its output, so only its own end is waited for, and nothing is piped.
      const child = spawn(join(programs(), program), args, {
        cwd: directory,
        stdio: 'ignore',
        ...user,
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0
          ? resolve()
          : reject(new Error(`${program} ${args[0]} ended with ${code}; see ${directory}`)),
      );
    });
  const options = [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory}`,
    `-c max_connections=200 ${durable ? '' : NOT_DURABLE}`,
  ].join(' ');
  const start = () =>
    call('pg_ctl', 'start', '-w', '-D', data, '-l', join(directory, 'log'), '-o', options);
  const halt = () => call('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data);

  const trusting = ['-A', 'trust', '-U', 'maalai', '-E', 'UTF8', '--locale=C.UTF-8'];
  await call('initdb', '-D', data, '--no-sync', ...trusting);
  await start();
  let up = Promise.resolve();
  return {
    url: `postgres://maalai@127.0.0.1:${port}/postgres`,
    halt,
    resume: start,
    crash: () => (up = up.then(halt).then(start)),
    stop: async () => {
      await halt();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
