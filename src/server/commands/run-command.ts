// Runs a command as a process, which prints its result in one line.
import { explainFailure } from '../platform/failures.ts';

/** Runs `body` and prints its result. If it fails, prints the reason to stderr; the exit code is then 1. */
export async function runCommand(body: () => Promise<string>): Promise<void> {
  // The files contain names and addresses: other users of the machine may not read them.
  process.umask(0o077);
  try {
    process.stdout.write(`${await body()}\n`);
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
}
