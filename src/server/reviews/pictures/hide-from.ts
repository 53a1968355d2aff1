// Hides directories, other processes and the network from a program with Linux namespaces and the tools of util-linux,
// where the system allows that to an unprivileged user.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

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
export async function commandToHide(
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
