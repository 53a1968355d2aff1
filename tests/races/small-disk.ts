// A disk that a test can fill at once: a small file system in memory if this machine allows mounting one, otherwise a limit
// on the size of every file that the shop writes. Both make a write fail halfway.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @param pids returns the processes to set the limit on
 * @param megabytes its size, at most 99
 */
export function openSmallDisk(pids: () => readonly number[], megabytes = 16) {
  const root = mkdtempSync(join(tmpdir(), 'maalai-disk-'));
  const directory = join(root, 'data');
  const ballast = join(root, 'ballast');
  const tmpfs = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', root];
  const isMounted = spawnSync('mount', tmpfs, { stdio: 'ignore' }).status === 0;
  mkdirSync(directory);
  // PostgreSQL may run as another user.
  chmodSync(root, 0o755);
  return {
    /** For DATA_DIR. */
    directory,
    /** Fills the disk, so that every further write fails. */
    fill() {
      // No file may grow beyond one page; larger files cannot grow at all.
      if (!isMounted) return limitFiles(pids(), '4096');
      for (const size of [1_048_576, 65_536, 4_096]) appendUntilFull(ballast, Buffer.alloc(size));
    },
    free() {
      if (!isMounted) return limitFiles(pids(), 'unlimited');
      rmSync(ballast, { force: true });
    },
    remove() {
      if (isMounted) run('umount', ['--lazy', root]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function limitFiles(pids: readonly number[], size: string): void {
  for (const pid of pids) {
    // As its own user: root may lack the right.
    const { uid, gid } = statSync(`/proc/${pid}`);
    run('prlimit', ['--pid', String(pid), `--fsize=${size}:`], { uid, gid });
  }
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

function run(program: string, args: readonly string[], user: { uid?: number; gid?: number } = {}) {
  const { status } = spawnSync(program, args, { ...user, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}
