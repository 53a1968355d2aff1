// Decodes uploaded pictures in a separate process, one at a time and in fair turns: an exploited decoder finds no secrets
// and cannot crash the shop, and the process's memory is freed when it exits.
import { execFile, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { createFairQueue } from '../../platform/http/fair-queue.ts';
import { clientNetworks } from '../../platform/http/limits.ts';
import { programFile, projectFolder } from '../../platform/programs.ts';

const Bytes = v.pipe(
  v.instance(Uint8Array),
  v.maxLength(8 * 1024 * 1024),
  v.transform((bytes) => Buffer.from(bytes)),
);
/** What the process sends: the picture as the shop stores it, WebP in each size, or a message for the customer. */
const PictureResponse = v.union([
  v.object({ picture: v.object({ full: Bytes, small: Bytes }) }),
  v.object({ refused: v.pipe(v.string(), v.maxLength(1_000)) }),
]);
export type PictureResponse = v.InferOutput<typeof PictureResponse>;
export type Reencoded = Extract<PictureResponse, { picture: unknown }>['picture'];

/** Whose picture it is. */
export interface Uploader {
  account: string;
  address: string;
}

/** The picture is not accepted. The message is for the customer. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
  /** It has ended the decoder, most likely because it takes too much time or memory. */
  readonly isCostly: boolean;

  constructor(message: string, isCostly = false) {
    super(message);
    this.isCostly = isCostly;
  }
}

const UNREADABLE = 'An image cannot be read: please choose another one';

/** The nice value: about a quarter of a processor when the shop needs all of it. */
const PRIORITY = 5;

/** About a minute of ordinary work. Beyond it, whoever has the most waiting is refused. */
const MOST_WAITING = 60;
const BUSY = 'Many pictures are coming in right now. Please try again in a minute.';

/** None of the shop's variables; few memory arenas, so that freed memory returns to the system. */
const environment = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' };

const ownProgram = programFile('picture-process');

interface Options {
  program?: string;
  /** The time limit for one picture, in milliseconds, if the process does not keep its own limits. */
  limitMs?: number;
  /** Milliseconds after which an idle process is ended. */
  idleMs?: number;
  /** Directories to hide from libvips, where the system supports that. */
  hidden?: readonly string[];
  /** Called once, with the reason, where it does not. */
  warn?: (why: string) => void;
}

/** Creates the decoder. Its process is started with the first picture, and again after it has ended. */
export function createPictureProcess({
  program = ownProgram,
  limitMs = 20_000,
  idleMs = 10_000,
  hidden = [],
  warn = () => undefined,
}: Options = {}) {
  let hiding: Promise<readonly string[]> | undefined;
  let child: ChildProcess | undefined;
  const queue = createFairQueue({ atOnce: 1, waiting: MOST_WAITING, busy: BUSY });
  /** The last picture of each account. */
  const turns = new Map<string, Promise<unknown>>();
  let idle: NodeJS.Timeout | undefined;

  /**
   * Re-encodes the picture that `read` resolves to when its turn comes: networks take turns, then accounts, of each of
   * which one picture waits. Throws PictureRefused, or a 503 problem when too many wait.
   */
  async function reencode(
    read: () => Promise<Uint8Array>,
    { account, address }: Uploader,
  ): Promise<Reencoded> {
    const caller = [...clientNetworks(address), account];
    const before = turns.get(account) ?? Promise.resolve();
    const made = before.then(() => queue.run(caller, () => decode(read)));
    const turn = made.then(
      () => undefined,
      () => undefined,
    );
    turns.set(account, turn);
    return made.finally(() => {
      if (turns.get(account) === turn) turns.delete(account);
    });
  }

  async function decode(read: () => Promise<Uint8Array>): Promise<Reencoded> {
    // Read here, as the process must not have access to DATA_DIR.
    const bytes = await read();
    const prefix = await (hiding ??= findHidingCommand(hidden, program, warn));
    clearTimeout(idle);
    const decoder = (child ??= start(prefix));
    const { promise, resolve, reject } = Promise.withResolvers<Reencoded>();
    const onMessage = (message: unknown) => {
      // Validated: an exploited decoder could send anything.
      const parsed = v.safeParse(PictureResponse, message);
      if (!parsed.success) reject(new PictureRefused(UNREADABLE));
      else if ('picture' in parsed.output) resolve(parsed.output.picture);
      else reject(new PictureRefused(parsed.output.refused));
    };
    // A picture that crashes the decoder or exceeds a limit is refused.
    const onExit = () => reject(new PictureRefused(UNREADABLE, true));
    decoder.once('message', onMessage).once('exit', onExit).once('error', reject);
    const limit = setTimeout(() => decoder.kill('SIGKILL'), limitMs);
    decoder.send(bytes);
    return promise.finally(() => {
      clearTimeout(limit);
      decoder.off('message', onMessage).off('exit', onExit).off('error', reject);
      idle = setTimeout(end, idleMs).unref();
    });
  }

  function start(prefix: readonly string[]): ChildProcess {
    const [execPath = process.execPath, ...execArgv] = [
      ...prefix,
      process.execPath,
      ...flagsFor(program),
    ];
    const started = fork(program, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execPath,
      execArgv,
      cwd: dirname(program),
      env: environment,
    });
    // Requests for pages and payments have priority.
    if (started.pid !== undefined) setPriority(started.pid, PRIORITY);
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    started.on('error', () => undefined);
    started.unref();
    started.channel?.unref();
    return started;
  }

  function end(): void {
    // SIGKILL: the process ignores SIGTERM, and an idle one has nothing to finish.
    child?.kill('SIGKILL');
    child = undefined;
  }

  return { reencode };
}

/**
 * Returns Node's flags for the decoding program: it may read its own files, but neither write nor start another
 * program. They do not apply to native code such as libvips, from which `findHidingCommand` hides what the system
 * allows (docs/decisions/reviews.md).
 */
function flagsFor(program: string): string[] {
  const readable = [
    program,
    dirname(ownProgram),
    ...['src/shop', 'node_modules', 'package.json'].map((name) => join(projectFolder, name)),
  ];
  return ['--permission', '--allow-addons', ...readable.map((path) => `--allow-fs-read=${path}`)];
}

/** Mounts an empty tmpfs over $1 directories, drops the capability to unmount them, and executes the program. */
const script = `
  left=$1
  while [ "$left" -gt 0 ]; do
    shift
    /usr/bin/mount -t tmpfs -o ro,size=4k none "$1" || exit 1
    left=$((left - 1))
  done
  shift
  exec /usr/bin/setpriv --no-new-privs --inh-caps -all --bounding-set -all "$@"`;

/**
 * Resolves to the command, to be put before a program, that hides directories, other processes and the network from it,
 * with Linux namespaces and the tools of util-linux. It is empty, after a warning, if the system does not allow that to
 * an unprivileged user, or if Node or the program's file would be hidden too.
 */
async function findHidingCommand(
  directories: readonly string[],
  program: string,
  warn: (why: string) => void,
): Promise<readonly string[]> {
  if (directories.length === 0) return [];
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--ipc'];
  const covered = [String(directories.length), ...directories];
  const args = [...namespaces, '--', '/bin/sh', '-c', script, 'sh', ...covered];
  const attempt = [process.execPath, '--eval', 'fs.accessSync(process.argv[1])', program];
  try {
    const options = { env: {}, timeout: 5_000 };
    await promisify(execFile)('/usr/bin/unshare', [...args, ...attempt], options);
    return ['/usr/bin/unshare', ...args];
  } catch {
    warn(
      'pictures are decoded with the rights of the shop: this system hides nothing from a process',
    );
    return [];
  }
}
