// Gives the terminal, the signals and the exit code of a command to the process that does its work.
import { spawn } from 'node:child_process';
import { root } from './project.mjs';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs `script` under `node` as if it were this process, and ends as it ends. The channel between the two
 * lets the script notice when this process is killed, so that no server is left behind.
 */
export function handOver(node, script, args = []) {
  const flags = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(node, [...flags, script, ...args], {
    cwd: root,
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
