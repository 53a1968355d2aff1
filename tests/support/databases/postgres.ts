// A private PostgreSQL server for the tests, created by initdb, on loopback, and deleted afterwards.
import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { systemProgram } from '../../../scripts/setup/system.mjs';
import { freePort } from '../free-port.ts';

export type PostgresCluster = Awaited<ReturnType<typeof startPostgres>>;

/** Returns an unprivileged user if this process is root, because PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody']).stdout));
  return { uid: uid!, gid: gid! };
}

/** Returns the directory of PostgreSQL's programs. Throws if there is none. */
export const programs = (): string => systemProgram('postgresql');

/**
 * Runs the server until standard input closes. That also happens when this process is killed, so an interrupted run leaves
 * no server and no files. The words `keep` and `down` stop the server, at once or cleanly, and keep its files.
 */
const KEEPER = `
  trap '' HUP INT TERM
  "$@" &
  exec 2>/dev/null
  read -r word
  [ "$word" = down ] && kill -INT $! || kill -QUIT $!
  wait
  [ -n "$word" ] || rm -rf "$PWD"
`;

/**
 * A test's database need not survive a crash of the machine, and creating one spends most of its time waiting for the
 * disk. What the planner knows of a table must not depend on when somebody else counted it: a test that needs it says
 * `analyze`.
 */
const TEST_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
];

/**
 * Starts a cluster. Rejects with the output of initdb or of the server if it fails.
 * @param isDurable whether every commit survives `halt`
 * @param superuser the name of the superuser
 * @param tuning further settings, such as `wal_level=minimal`
 * @param primary copies this server, and follows it as a standby
 * @param walDirectory an empty directory for its write-ahead log, by default with its other files
 */
export async function startPostgres({
  isDurable = false,
  superuser = 'maalai',
  tuning = [],
  primary,
  walDirectory,
}: {
  isDurable?: boolean;
  superuser?: string;
  tuning?: readonly string[];
  primary?: { url: string };
  walDirectory?: string | undefined;
} = {}) {
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
    ...(isDurable ? [] : TEST_SETTINGS),
    ...tuning,
  ].flatMap((setting) => ['-c', setting]);
  const server = [join(bin, 'postgres'), '-D', 'data', '-p', String(port), ...settings];
  let keeper: ChildProcessWithoutNullStreams;

  async function start(more: readonly string[] = []): Promise<void> {
    keeper = spawn('sh', ['-c', KEEPER, 'keeper', ...server, ...more], place);
    const output: string[] = [];
    const lines = createInterface({ input: keeper.stderr });
    const ready = Promise.withResolvers<void>();
    lines.on('line', (line) => {
      if (line.includes('database system is ready to accept')) ready.resolve();
      output.push(line);
    });
    lines.on('close', () => ready.reject(new Error(`postgres ended:\n${output.join('\n')}`)));
    await ready.promise;
  }
  async function end(word: string): Promise<void> {
    const gone = once(keeper, 'exit');
    keeper.stdin.end(word);
    await gone;
  }
  const halt = () => end('keep\n');
  async function stop(): Promise<void> {
    if (keeper.exitCode === null) await end('');
    else rmSync(directory, { recursive: true, force: true });
  }
  async function follow({ url }: { url: string }): Promise<void> {
    const signal = join(directory, 'data', 'standby.signal');
    writeFileSync(signal, '');
    if (user) chownSync(signal, user.uid, user.gid);
    await start(['-c', `primary_conninfo=${url}`]);
  }

  const initdb = ['-D', 'data', '-A', 'trust', '-U', superuser, '-E', 'UTF8', '--locale=C.UTF-8'];
  const copy = ['-d', primary?.url ?? '', '-D', 'data', '-c', 'fast'];
  const [program, options] = primary ? ['pg_basebackup', copy] : ['initdb', initdb];
  const wal = walDirectory === undefined ? [] : ['--waldir', walDirectory];
  if (user && walDirectory !== undefined) chownSync(walDirectory, user.uid, user.gid);
  const args = [...options, ...wal, '--no-sync'];
  await promisify(execFile)(join(bin, program), args, place);
  await (primary ? follow(primary) : start());
  let up = Promise.resolve();
  return {
    /** The URL of the maintenance database, for the superuser. */
    url: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    /** Kills every process of the server and keeps its files. */
    halt,
    /** Starts the server again on the same files and port. */
    resume: () => start(),
    /** Halts and resumes the server. Calls run one after another. */
    crash: () => (up = up.then(halt).then(() => start())),
    /** Stops the server once its standbys have everything, and keeps its files. */
    shutDown: () => end('down\n'),
    /** Starts the server again as a standby of another one. */
    follow,
    /** Stops the server, whether it runs or not, and deletes its files. */
    stop,
  };
}
