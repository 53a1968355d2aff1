// A disk that a test can fill at once: a small file system in memory if this machine allows mounting one, otherwise a limit
// on the size of every file that the shop writes. Both make a write fail halfway.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  kind: 'full disk' | 'limit on the size of files';
  /** For DATA_DIR. */
  directory: string;
  /** Fills the disk, so that every further write fails. */
  fill(): void;
  free(): void;
  remove(): void;
}

/**
 * @param pids returns the processes to set the limit on
 * @param megabytes its size, at most 99
 */
export function openSmallDisk(pids: () => readonly number[], megabytes = 16): SmallDisk {
  const root = mkdtempSync(join(tmpdir(), 'maalai-disk-'));
  const directory = join(root, 'data');
  const mounted = run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', root) === 0;
  mkdirSync(directory);
  // PostgreSQL may run as another user.
  chmodSync(root, 0o755);
  if (!mounted) {
    const limit = (size: string) => {
      for (const pid of pids()) {
        // As its own user: root may lack the right.
        const { uid, gid } = statSync(`/proc/${pid}`);
        const set = ['--pid', String(pid), `--fsize=${size}:`];
        const { status } = spawnSync('prlimit', set, { uid, gid, stdio: 'ignore' });
        if (status !== 0) throw new Error(`prlimit ${set.join(' ')} ended with ${status}`);
      }
    };
    return {
      kind: 'limit on the size of files',
      directory,
      // No file may grow beyond one page; larger files cannot grow at all.
      fill: () => limit('4096'),
      free: () => limit('unlimited'),
      remove: () => rmSync(root, { recursive: true, force: true }),
    };
  }
  const ballast = join(root, 'ballast');
  return {
    kind: 'full disk',
    directory,
    fill() {
      for (const size of [1_048_576, 65_536, 4_096]) appendUntilFull(ballast, Buffer.alloc(size));
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      mustRun('umount', '--lazy', root);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function appendUntilFull(file: string, bytes: Buffer): void {
  // The disk is far smaller than 100 chunks.
  for (let i = 0; i < 100; i += 1) {
    try {
      appendFileSync(file, bytes);
    } catch {
      return;
    }
  }
  throw new Error('the small disk does not fill');
}

function run(program: string, ...args: string[]): number | null {
  return spawnSync(program, args, { stdio: 'ignore' }).status;
}

function mustRun(program: string, ...args: string[]): void {
  const status = run(program, ...args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}
