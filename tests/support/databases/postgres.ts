// A private PostgreSQL for the tests: made by initdb, on loopback, thrown away afterwards.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

/** The directory of PostgreSQL's programs. */
export function programs(): string {
  const directory = process.env['POSTGRES_BIN'];
  if (directory) return directory;
  const found = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | tail -n 1'], {
    encoding: 'utf8',
  });
  if (found.status === 0 && found.stdout.trim()) return found.stdout.trim();
  throw new Error("PostgreSQL is missing: run the tests with 'npm test', or set POSTGRES_BIN.");
}

/**
 * Runs the server until its own standard input closes, which it also does when this process is killed: an interrupted
 * run leaves no server and no files. The word `keep` ends the server alone.
 */
const KEEPER = `
  trap '' HUP INT TERM
  "$@" &
  exec 2>/dev/null
  read -r word
  kill -QUIT $!
  wait
  [ "$word" = keep ] || rm -rf "$PWD"
`;

/**
 * Databases that live no longer than their test need not survive a crash of the machine, and waiting for the disk is
 * most of what creating one takes.
 */
const FORGETFUL = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/**
 * Starts a cluster. Rejects with what initdb or the server said when it cannot.
 * @param isDurable whether it keeps every commit when it is halted
 * @param superuser the role that may do everything
 */
export async function startPostgres({
  isDurable = false,
  superuser = 'maalai',
} = {}): Promise<PostgresCluster> {
  const user = unprivilegedUser();
  const bin = programs();
  const directory = mkdtempSync(join(tmpdir(), 'maalai-postgres-'));
  if (user) chownSync(directory, user.uid, user.gid);
  const port = await freePort();
  const place = { cwd: directory, ...user };
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'max_connections=200',
    ...(isDurable ? [] : FORGETFUL),
  ].flatMap((setting) => ['-c', setting]);
  const server = [join(bin, 'postgres'), '-D', 'data', '-p', String(port), ...settings];
  let keeper: ChildProcessWithoutNullStreams;

  async function start(): Promise<void> {
    keeper = spawn('sh', ['-c', KEEPER, 'keeper', ...server], place);
    const said: string[] = [];
    const lines = createInterface({ input: keeper.stderr });
    const ready = Promise.withResolvers<void>();
    lines.on('line', (line) => {
      if (line.includes('database system is ready to accept connections')) ready.resolve();
      said.push(line);
    });
    lines.on('close', () => ready.reject(new Error(`postgres ended:\n${said.join('\n')}`)));
    await ready.promise;
  }
  async function end(word: string): Promise<void> {
    const gone = once(keeper, 'exit');
    keeper.stdin.end(word);
    await gone;
  }
  const halt = () => end('keep\n');

  const initdb = ['-D', 'data', '-A', 'trust', '-U', superuser, '-E', 'UTF8', '--locale=C.UTF-8'];
  const made = spawn(join(bin, 'initdb'), [...initdb, '--no-sync'], { ...place, stdio: 'pipe' });
  let complaint = '';
  made.stderr.on('data', (chunk) => (complaint += String(chunk)));
  made.stdout.resume();
  const [code] = await once(made, 'close');
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${complaint}`);
  await start();
  let up = Promise.resolve();
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    halt,
    resume: start,
    crash: () => (up = up.then(halt).then(start)),
    stop: () => end(''),
  };
}
