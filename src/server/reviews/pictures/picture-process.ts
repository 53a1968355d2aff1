// Decodes uploaded pictures in a separate process, one at a time: an exploited decoder finds no secrets and cannot
// crash the shop, and the process's memory is freed when it exits.
import { execFile, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ProblemError } from '../../platform/http/problem.ts';
import { programFile, projectFolder } from '../../platform/programs.ts';
import { PictureRefused } from './picture-file.ts';
import type { Reencoded } from './picture-file.ts';

export type PictureReply = { picture: Reencoded } | { refused: string } | { failed: string };

const picture = v.pipe(
  v.instance(Uint8Array),
  v.maxLength(8 * 1024 * 1024),
  v.transform((bytes) => Buffer.from(bytes)),
);
const sentence = v.pipe(v.string(), v.maxLength(1_000));
const Reply = v.union([
  v.object({ picture: v.object({ full: picture, small: picture }) }),
  v.object({ refused: sentence }),
  v.object({ failed: sentence }),
]);

interface PictureProcess {
  /**
   * Re-encodes the picture in a file when its turn comes. Throws PictureRefused, or a 503 problem when too many are
   * waiting.
   */
  reencode(file: string): Promise<Reencoded>;
}

interface Options {
  program?: string;
  /** The time limit for one picture, in milliseconds. */
  limitMs?: number;
  /** Milliseconds after which an idle process is ended. */
  idleMs?: number;
  /** Directories to hide from libvips, where the system supports that. */
  hidden?: readonly string[];
  /** Called once, with the reason, where it does not. */
  warn?: (why: string) => void;
}

const ownProgram = programFile('picture-process');

/**
 * Returns Node's flags for the decoding program: it may read its own files, but neither write nor start another
 * program. They do not apply to native code such as libvips, from which hide-from.ts hides what the system allows
 * (docs/decisions/pictures-of-strangers.md).
 */
function flagsFor(program: string): string[] {
  const readable = [
    program,
    dirname(ownProgram),
    ...['src/shop', 'node_modules', 'package.json'].map((name) => join(projectFolder, name)),
  ];
  return ['--permission', '--allow-addons', ...readable.map((path) => `--allow-fs-read=${path}`)];
}

/** None of the shop's variables; few memory arenas, so that freed memory returns to the system. */
const environment = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' };

/** The nice value: about a quarter of a processor when the shop needs all of it. */
const PRIORITY = 5;

/** About a minute of work. Further requests are refused at once instead of waiting longer. */
const MOST_WAITING = 60;

const UNREADABLE = 'An image cannot be read: please choose another one';

/** Creates the decoder. Its process is started with the first picture, and again after it has ended. */
export function createPictureProcess({
  program = ownProgram,
  limitMs = 20_000,
  idleMs = 10_000,
  hidden = [],
  warn = () => undefined,
}: Options = {}): PictureProcess {
  let commandBefore: Promise<readonly string[]> | undefined;
  let child: ChildProcess | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  async function findCommandBefore(): Promise<readonly string[]> {
    const command = await commandToHide(hidden, program);
    if (hidden.length > 0 && command.length === 0) {
      warn(
        'pictures are decoded with the rights of the shop: this system hides nothing from a process',
      );
    }
    return command;
  }

  function start(before: readonly string[]): ChildProcess {
    const [execPath = process.execPath, ...execArgv] = [
      ...before,
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

  async function decode(file: string): Promise<Reencoded> {
    // Read here, as the process must not have access to DATA_DIR.
    const bytes = await readFile(file);
    const before = await (commandBefore ??= findCommandBefore());
    clearTimeout(idle);
    const process = (child ??= start(before));
    const { promise, resolve, reject } = Promise.withResolvers<Reencoded>();
    const onMessage = (message: unknown) => {
      // Validated: an exploited decoder could send anything.
      const parsed = v.safeParse(Reply, message);
      if (!parsed.success) return reject(new PictureRefused(UNREADABLE));
      const reply: PictureReply = parsed.output;
      if ('picture' in reply) resolve(reply.picture);
      else reject('refused' in reply ? new PictureRefused(reply.refused) : new Error(reply.failed));
    };
    // A picture that crashes the decoder or exceeds the time limit is refused.
    const onExit = () => reject(new PictureRefused(UNREADABLE));
    process.once('message', onMessage).once('exit', onExit).once('error', reject);
    const limit = setTimeout(() => process.kill('SIGKILL'), limitMs);
    process.send(bytes);
    return promise.finally(() => {
      clearTimeout(limit);
      process.off('message', onMessage).off('exit', onExit).off('error', reject);
      idle = setTimeout(end, idleMs).unref();
    });
  }

  return {
    async reencode(file) {
      if (waiting >= MOST_WAITING) {
        const detail = 'Many pictures are coming in right now. Please try again in a minute.';
        throw new ProblemError(503, detail, {}, { 'Retry-After': '60' });
      }
      waiting += 1;
      const turn = last.then(() => decode(file));
      last = turn.catch(() => undefined);
      return turn.finally(() => (waiting -= 1));
    },
  };
}

// Hides directories, other processes and the network from a program with Linux namespaces and the tools of util-linux,
// where the system allows that to an unprivileged user.

const run = promisify(execFile);

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

/** Returns the command that hides the directories from the program appended to it. */
function hiding(directories: readonly string[]): [command: string, ...args: string[]] {
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--ipc'];
  const covered = [String(directories.length), ...directories];
  return ['/usr/bin/unshare', ...namespaces, '--', '/bin/sh', '-c', script, 'sh', ...covered];
}

/**
 * Resolves to the command, to be put before a program, that hides the directories from it. It is empty if the system
 * does not support that, or if Node or the program's file would be hidden too.
 */
async function commandToHide(
  directories: readonly string[],
  program: string,
): Promise<readonly string[]> {
  if (directories.length === 0) return [];
  const [command, ...args] = hiding(directories);
  const attempt = [process.execPath, '--eval', 'fs.accessSync(process.argv[1])', program];
  try {
    await run(command, [...args, ...attempt], { env: {}, timeout: 5_000 });
    return [command, ...args];
  } catch {
    return [];
  }
}
