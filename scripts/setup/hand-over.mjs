// Runs a command's script in a child process that gets the terminal and the signals. Its code is kept compiled, so that
// it starts in half the time.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project.mjs';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];

const usualFlags = ['--disable-warning=ExperimentalWarning'];

/**
 * Runs `script` with `node`, forwards signals to it and takes over its exit code. The IPC channel lets the script
 * notice when this process is killed, so that no server is left running.
 */
export function handOver(node, script, args = [], flags = usualFlags) {
  const env = { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...process.env };
  const child = spawn(node, [...flags, script, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal ? 1 : 0);
      resolve();
    });
  });
}
