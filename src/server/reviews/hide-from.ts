// Hides directories, other processes and the network from a program, where the system lets an ordinary user do so:
// by Linux's namespaces, with the tools of util-linux.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Covers as many directories as its first word says, then becomes the program, without any right to uncover them. */
const script = `
  left=$1
  while [ "$left" -gt 0 ]; do
    shift
    /usr/bin/mount -t tmpfs -o ro,size=4k none "$1" || exit 1
    left=$((left - 1))
  done
  shift
  exec /usr/bin/setpriv --no-new-privs --inh-caps -all --bounding-set -all "$@"`;

/** The words of a command line that stand before a program from which the directories are to be hidden. */
function hiding(directories: readonly string[]): [command: string, ...args: string[]] {
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--ipc'];
  const covered = [String(directories.length), ...directories];
  return ['/usr/bin/unshare', ...namespaces, '--', '/bin/sh', '-c', script, 'sh', ...covered];
}

/**
 * Resolves to the words before a program that keep the directories from it; to none where the system does not offer
 * that, or where Node or the program's file would be hidden with them.
 */
export async function wordsToHide(
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
