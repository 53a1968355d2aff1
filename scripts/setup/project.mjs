// The project's root, and a function that runs commands in it. No dependencies: this runs before they are installed.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** An error that is shown by its message only, without a stack. */
export class SetupError extends Error {}

/** The shop's secrets, which packages and the build do not need. */
const secrets = /^(?:PAYMENT_\w+|SESSION_SECRET|SMTP_URL|(?:MIGRATE_)?DATABASE_URL)$/;

function withoutSecrets(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.test(name)));
}

/**
 * Runs a command in the project's root and waits for it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] quiet: shows the output only if the command fails
 * @returns {Promise<void>} rejects with SetupError if the command fails
 */
export function run(command, args, { env = withoutSecrets(process.env), quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: quiet ? 'pipe' : 'inherit' });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => reject(new SetupError(`${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      if (output) process.stderr.write(output);
      reject(new SetupError(`'${[command, ...args].join(' ')}' ended with ${code ?? signal}`));
    });
  });
}
